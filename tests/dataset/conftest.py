import pytest

from dataset.made import Made, made, small


@pytest.fixture(scope="session")
def few(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return made(tmp_path_factory.mktemp("dataset") / "few", small())
