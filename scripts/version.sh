#!/bin/sh
# Prints the version, from the one place where it is written.
sed -n 's/.*static let version = "\([^"]*\)".*/\1/p' Sources/BitpalCommands/Help/Version.swift
