package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.util.Date;
import java.util.Locale;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Who finds a setting comes after who has set it; what the JDK keeps for itself orders nothing. */
class SettingsEdgesTest extends EdgesTestCase {
  private static int locales = 1_000_000;

  static Stream<Arguments> edges() {
    return Stream.of(
        edge(
            "TimeZone.setDefault",
            () -> {
              TimeZone before = TimeZone.getDefault();
              try {
                handOver(
                    () -> TimeZone.setDefault(new SimpleTimeZone(7, "seven")),
                    () -> untilTrue(() -> TimeZone.getDefault().getID().equals("seven")));
              } finally {
                TimeZone.setDefault(before);
              }
            }),
        edge(
            "Logger.setUseParentHandlers",
            () -> {
              Logger logger = Logger.getAnonymousLogger();
              handOver(
                  () -> logger.setUseParentHandlers(false),
                  () -> untilTrue(() -> !logger.getUseParentHandlers()));
            }));
  }

  static Stream<Arguments> noEdges() {
    localText(); // loads its classes, which takes long on a busy machine
    return Stream.of(
        Arguments.of(
            "text of dates in a locale that is new to the JDK",
            (Recorded.Program)
                () -> {
                  Locale before = Locale.getDefault(Locale.Category.FORMAT);
                  String variant = "v" + ++locales;
                  Locale.setDefault(
                      Locale.Category.FORMAT, Locale.forLanguageTag("en-US-" + variant));
                  try {
                    handOver(
                        () -> {
                          localText();
                          whisper("told");
                        },
                        () -> {
                          hear("told");
                          localText();
                        });
                  } finally {
                    Locale.setDefault(Locale.Category.FORMAT, before);
                  }
                }));
  }

  @SuppressWarnings("deprecation")
  private static void localText() {
    new Date(0).toLocaleString();
  }
}
