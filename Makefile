# `make EXE=name` leaves the release binary at that name: the build convention of OpenBench.
EXE ?= chariot-release

all:
	cargo build --release --bin chariot
	cp target/release/chariot $(EXE)

.PHONY: all
