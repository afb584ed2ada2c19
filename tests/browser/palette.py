"""Makes a screenshot small: at most 256 colours, which is plenty for type and flat shapes."""

import struct
import zlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST_COLOURS = 256
TRUECOLOUR, WITH_ALPHA, PALETTE = 2, 6, 3
CHANNELS = {TRUECOLOUR: 3, WITH_ALPHA: 4}
Pixels = NDArray[np.uint8]


def small(png: bytes) -> bytes:
    """The same picture with a palette."""
    colours, indexes = _reduced(_pixels(png))
    height, width = indexes.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), indexes], axis=1)  # each row with filter 0
    return b"".join(
        [
            SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, PALETTE, 0, 0, 0)),
            _chunk(b"PLTE", colours.tobytes()),
            _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)),
            _chunk(b"IEND", b""),
        ]
    )


def _reduced(pixels: Pixels) -> tuple[Pixels, Pixels]:
    """The commonest colours, and for each pixel the nearest of them."""
    height, width, _ = pixels.shape
    seen, places, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    colours = seen[np.argsort(-counts, kind="stable")[:MOST_COLOURS]]
    nearest = np.concatenate([_nearest(part, colours) for part in np.array_split(seen, len(seen) // 4_096 + 1)])
    return colours, nearest[places.reshape(-1)].reshape(height, width)


def _nearest(wanted: Pixels, colours: Pixels) -> Pixels:
    away = wanted[:, None, :].astype(np.int32) - colours[None, :, :].astype(np.int32)
    nearest: Pixels = np.argmin((away**2).sum(axis=2), axis=1).astype(np.uint8)
    return nearest


def _pixels(png: bytes) -> Pixels:
    """Red, green and blue of each pixel of what the browser wrote."""
    chunks = list(_chunks(png))
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    assert (depth, interlaced) == (8, 0)
    channels = CHANNELS[kind]
    data = zlib.decompress(b"".join(body for name, body in chunks if name == b"IDAT"))
    rows = np.frombuffer(data, np.uint8).reshape(height, 1 + width * channels)
    plain, above = np.empty((height, width * channels), np.uint8), np.zeros(width * channels, np.uint8)
    for number, row in enumerate(rows):
        above = plain[number] = _unfiltered(int(row[0]), row[1:], above, channels)
    return plain.reshape(height, width, channels)[:, :, :3]


def _unfiltered(kind: int, row: Pixels, above: Pixels, step: int) -> Pixels:
    """One row as it was before the PNG filter."""
    if kind == 0:
        return row
    if kind == 2:  # up
        return row + above
    if kind == 1:  # sub: a running sum of each channel
        return np.cumsum(row.reshape(-1, step), axis=0, dtype=np.uint8).reshape(-1)
    known = [0] * step + row.tolist()
    over = [0] * step + above.tolist()
    guess = _average if kind == 3 else _paeth
    for place in range(step, len(known)):
        known[place] = (known[place] + guess(known[place - step], over[place], over[place - step])) & 0xFF
    return np.array(known[step:], np.uint8)


def _average(left: int, up: int, _: int) -> int:
    return (left + up) // 2


def _paeth(left: int, up: int, corner: int) -> int:
    to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if to_left <= to_up and to_left <= to_corner:
        return left
    return up if to_up <= to_corner else corner


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    assert png.startswith(SIGNATURE)
    place = len(SIGNATURE)
    while place < len(png):
        size, name = struct.unpack_from(">I4s", png, place)
        yield name, png[place + 8 : place + 8 + size]
        place += 12 + size


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
