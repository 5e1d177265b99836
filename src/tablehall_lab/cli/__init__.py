"""The commands of the workshop."""

import typer


def add_commands(app: typer.Typer) -> None:
    """Put them beside the commands of the product, in this order."""
    from tablehall_lab.cli import bench, crash, fuzz, mutations, release, sim, soak

    app.add_typer(bench.bench, name="bench")
    app.command("crash")(crash.crash_command)
    app.command("sim")(sim.sim_command)
    app.command("fuzz")(fuzz.fuzz_command)
    app.command("soak")(soak.soak_command)
    app.command("mutations")(mutations.mutations_command)
    app.command("release")(release.release_command)
