package io.racedet.junit.jdk;

import io.racedet.junit.agent.model.ForgetfulPreferences;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Repeats the programs of a class for the time that the build sets, and weaves no other code of the
 * project, unless the command line says otherwise. The other tests of the JVM keep their settings.
 */
final class ProgramSettings implements BeforeAllCallback, AfterAllCallback {
  private static final Namespace SET_HERE = Namespace.create(ProgramSettings.class);
  private static final Map<String, String> SETTINGS =
      Map.of(
          "racedet.instrument",
          ProgramSettings.class.getPackageName() + ", " + ForgetfulPreferences.class.getName(),
          "racedet.timeLimit",
          System.getProperty("racedet.programTime", "20ms"),
          "racedet.repetitions",
          "1000000");

  @Override
  public void beforeAll(ExtensionContext programs) {
    SETTINGS.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
            programs.getStore(SET_HERE).put(name, value);
          }
        });
  }

  @Override
  public void afterAll(ExtensionContext programs) {
    for (String name : SETTINGS.keySet()) {
      if (programs.getStore(SET_HERE).remove(name) != null) {
        System.clearProperty(name);
      }
    }
  }
}
