"""Digits and the name of the site as lines, so that a picture needs no font wherever it is drawn."""

# In a box 10 wide and 16 high.
DIGITS = {
    "0": "M5 1a4 4.5 0 0 1 4 4.5v5a4 4.5 0 0 1-8 0v-5A4 4.5 0 0 1 5 1z",
    "1": "M2 4 6 1v14",
    "2": "M1.3 5a3.8 3.8 0 1 1 6.6 2.6L1.2 15H9",
    "3": "M1.5 1h7L4.6 6.2A4.3 4.4 0 1 1 1 12.3",
    "4": "M7 15V1L1 11h8.4",
    "5": "M8.3 1H2.4L1.8 7.3a4.3 4.3 0 1 1-.8 5.4",
    "6": "M7.6 1C4 3.6 1 6.8 1 10.8a4 4.2 0 1 0 .5-2",
    "7": "M1 1h8L3.8 15",
    "8": "M5 7.5a3.3 3.2 0 1 1 .1 0 4 3.7 0 1 1-.2 0z",
    "9": "M2.4 15C6 12.4 9 9.2 9 5.2a4 4.2 0 1 0-.5 2",
}
ADVANCE = 12.5
HEIGHT = 16

# "Barpoint", 104 wide and 30 high, standing on the line y = 22; the dot of the i is a checker.
WORDMARK = (
    "M2 2v20h6.2a5.6 5.6 0 0 0 0-11.2H2M2 2h5a4.4 4.4 0 0 1 0 8.8"
    "M30 15a6.5 7 0 1 1-13 0 6.5 7 0 0 1 13 0M30 8v14"
    "M36 22V8M36 13.5c.6-3.6 2.8-5.6 6-5.5"
    "M46.5 30V8M46.5 15a6.5 7 0 1 1 13 0 6.5 7 0 0 1-13 0"
    "M64 15a6.5 7 0 1 1 13 0 6.5 7 0 0 1-13 0"
    "M83 9.5V22"
    "M89 22V8M89 14a5 6 0 0 1 10 0v8"
    "M106 2.5V18c0 3 2 4.4 5 3.7M102.5 8h8"
)
WORDMARK_DOT = (83, 3)
