from django.db import migrations, models

import games.models.dice


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_dice"),
    ]

    operations = [
        # Not one secret for all challenges that are there: they have none, and theirs are drawn when they are joined.
        migrations.AddField(
            model_name="dicesecret",
            name="joiner_secret",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.AlterField(
            model_name="dicesecret",
            name="joiner_secret",
            field=models.CharField(blank=True, default=games.models.dice.new_secret, max_length=64),
        ),
    ]
