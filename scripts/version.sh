#!/bin/sh
# Prints the version, from its single definition.
sed -n 's/.*static let version = "\([^"]*\)".*/\1/p' Sources/BitpalCommands/Help/Version.swift
