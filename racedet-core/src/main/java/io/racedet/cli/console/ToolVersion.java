package io.racedet.cli.console;

/** The version of the command line. */
public final class ToolVersion {
  private ToolVersion() {}

  /** What the manifest of the jar says; empty where there is none. */
  public static String get() {
    String version = ToolVersion.class.getPackage().getImplementationVersion();
    return version == null ? "" : version;
  }
}
