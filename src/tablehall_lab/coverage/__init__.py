"""Which statements of the product the tests have reached, for about an eighth more CPU.

`probes.py` puts a probe into each straight run of statements, `prepare.py` does so for the whole
product before the tests begin, `loading.py` is what every Python process of the tests starts with,
and `report.py` counts. A probe writes one byte into a file that all processes share, so even a
server that is killed has told what it did.
"""

VARIABLE = "TABLEHALL_COVERAGE"
"""Names the folder of the run that is measured; without it nothing is."""
