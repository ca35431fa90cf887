package io.racedet.junit.results;

/** The version of racedet, for reports. */
public final class ToolVersion {
  private ToolVersion() {}

  /** Reads the version; empty if the classes do not come from a jar. */
  public static String read() {
    Module module = ToolVersion.class.getModule();
    if (module.isNamed()) {
      return module.getDescriptor().rawVersion().orElse("");
    }
    String version = ToolVersion.class.getPackage().getImplementationVersion();
    return version == null ? "" : version;
  }
}
