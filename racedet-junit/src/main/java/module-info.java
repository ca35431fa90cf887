/**
 * Checks JUnit tests for data races. Tests name {@link io.racedet.junit}, above all {@link
 * io.racedet.junit.RaceFree}; all else is internal.
 *
 * <p>The hooks that woven code calls are in packages of the boot loader, not of this module.
 */
@SuppressWarnings({
  "opens", // a package that Byte Buddy is relocated to
  "requires-automatic" // fastutil has no module descriptor
})
module io.racedet.junit {
  requires transitive io.racedet.core;
  requires transitive org.junit.jupiter.api;
  requires it.unimi.dsi.fastutil.core;
  requires java.instrument;
  requires java.management;
  requires jdk.management;
  // Not named, but without it no agent can attach to its own process.
  requires jdk.attach;
  requires static org.junit.platform.launcher;
  // Relocated into the jar of this module.
  requires static net.bytebuddy;
  requires static net.bytebuddy.agent;

  exports io.racedet.junit;

  // The JVM starts agents from there.
  exports io.racedet.junit.agent to
      java.instrument;

  opens io.racedet.junit.shaded.bytebuddy.agent to
      java.instrument;

  uses io.racedet.junit.spi.BlockChecker;
  uses io.racedet.junit.spi.TestInterceptor;

  provides io.racedet.junit.spi.BlockChecker with
      io.racedet.junit.check.BlockCheck;
  provides io.racedet.junit.spi.TestInterceptor with
      io.racedet.junit.extension.CheckedTestInterceptor;
  provides org.junit.jupiter.api.extension.Extension with
      io.racedet.junit.RacedetExtension;
  provides org.junit.platform.launcher.LauncherSessionListener with
      io.racedet.junit.extension.EndOfRun;
  provides org.junit.platform.launcher.TestExecutionListener with
      io.racedet.junit.extension.EarlyInstall,
      io.racedet.junit.extension.SuiteListener;
}
