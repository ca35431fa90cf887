package io.racedet.cli.console;

/** The version of the command line. */
public final class ToolVersion {
  private ToolVersion() {}

  /** The version in the manifest of the jar; empty if there is none. */
  public static String get() {
    String version = ToolVersion.class.getPackage().getImplementationVersion();
    return version == null ? "" : version;
  }
}
