"""SVG to PNG and pixels, with resvg (the package `resvg-py`)."""

from __future__ import annotations

import io

import numpy as np
import numpy.typing as npt

from azulejos.engine.errors import MissingExtra


def png(svg: str) -> bytes:
    """An SVG document as a PNG file of its own size."""
    try:
        import resvg_py
    except ModuleNotFoundError as error:
        raise MissingExtra("missing-extra", package="resvg-py", extra="png") from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))


def pixels(svg: str) -> npt.NDArray[np.uint8]:
    """An SVG document as an array of rows, columns and RGB."""
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise MissingExtra("missing-extra", package="pillow", extra="png") from error
    with Image.open(io.BytesIO(png(svg))) as image:
        return np.asarray(image.convert("RGB"), np.uint8)
