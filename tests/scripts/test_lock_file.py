from scripts import lock_file

LIST = """\
# What is installed.

# [run]
numpy==2.4.6 \\
    --hash=sha256:aa \\
    --hash=sha256:bb

# [check]
pytest==9.2.0 ; python_version < '3.12' \\
    --hash=sha256:cc
pytest==9.3.0 ; python_version >= '3.12' \\
    --hash=sha256:dd
ruff==0.17.5 \\
    --hash=sha256:ee
"""


def test_a_section_holds_the_packages_below_its_name():
    found = {name: list(lock_file.entries(text)) for name, text in lock_file.sections(LIST).items()}

    assert found == {"run": ["numpy"], "check": ["pytest", "ruff"]}


def test_an_entry_keeps_its_hashes():
    entry = "numpy==2.4.6 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb"

    assert entry == lock_file.entries(LIST)["numpy"]


def test_a_package_with_two_versions_for_two_pythons_is_one_entry():
    entry = lock_file.entries(LIST)["pytest"]

    assert "9.2.0" in entry
    assert "9.3.0" in entry


def test_the_entries_written_one_after_another_are_the_section_again():
    section = lock_file.sections(LIST)["check"]

    assert section.strip() == "\n".join(lock_file.entries(section).values())
