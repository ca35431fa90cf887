package io.racedet.samples.real;

import io.racedet.samples.Subject;
import java.util.List;

/**
 * A released library whose racy version two threads drive.
 *
 * @param name what the race is known as
 * @param classes the package of the library
 * @param program loads the library anew and drives it
 */
public record Library(String name, String classes, Subject program) {
  /** Some of those that are tested here. */
  public static final List<Library> ALL =
      List.of(
          new Library("guava-3648", "com.google.common", new Guava3648Test()::runRacy),
          new Library("h2-4124", "org.h2", new H24124Test()::runRacy),
          new Library("jsoup-2088", "org.jsoup", new Jsoup2088Test()::runRacy),
          new Library("log4j-54325", "org.apache.log4j", new Log4j54325Test()::runRacy),
          new Library("logback-1037", "ch.qos.logback.core", new Logback1037Test()::runRacy),
          new Library("pool-158", "org.apache.commons.pool", new Pool158Test()::runRacy));
}
