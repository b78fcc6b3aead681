"""What a chat program shows beside a link to a page (Open Graph): words and a picture, at absolute addresses."""

from dataclasses import dataclass

from django.http import HttpRequest

# The board as every game begins.
SITE_PICTURE = "/positions/4HPwATDgc/ABMA.png"


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """Words and picture of one page, for templates/preview.html."""

    title: str
    description: str
    url: str
    image: str


def link_preview(request: HttpRequest, title: str, description: str, picture: str = SITE_PICTURE) -> LinkPreview:
    """The preview of the page asked for; `picture` is an address of ours."""
    return LinkPreview(
        title=title,
        description=description,
        url=request.build_absolute_uri(request.path),
        image=request.build_absolute_uri(picture),
    )
