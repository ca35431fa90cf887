package io.racedet.samples.real;

import io.racedet.samples.Subject;
import java.util.List;

/**
 * A released library whose racy version two threads use.
 *
 * @param name the name of the race
 * @param classes the package of the library
 * @param program loads the library in a new class loader and uses it
 */
public record Library(String name, String classes, Subject program) {
  /** All libraries that are tested here. */
  public static final List<Library> ALL =
      List.of(
          new Library("dbcp-369", "org.apache.commons", new Dbcp369Test()::runRacy),
          new Library("groovy-4292", "org.codehaus.groovy", new Groovy4292Test()::runRacy),
          new Library("guava-3648", "com.google.common", new Guava3648Test()::runRacy),
          new Library("h2-4124", "org.h2", new H24124Test()::runRacy),
          new Library(
              "jackson-503", "com.fasterxml.jackson.databind", new Jackson503Test()::runRacy),
          new Library("joda-2986043", "org.joda.time", new Joda2986043Test()::runRacy),
          new Library("jsoup-2088", "org.jsoup", new Jsoup2088Test()::runRacy),
          new Library("lang-487", "org.apache.commons.lang", new Lang487Test()::runRacy),
          new Library("log4j-54325", "org.apache.log4j", new Log4j54325Test()::runRacy),
          new Library("logback-1037", "ch.qos.logback.core", new Logback1037Test()::runRacy),
          new Library("logging-135", "org.apache.commons.logging", new Logging135Test()::runRacy),
          new Library("pool-158", "org.apache.commons.pool", new Pool158Test()::runRacy),
          new Library("pool-46", "org.apache.commons.pool", new Pool46Test()::runRacy),
          new Library("slf4j-361", "org.slf4j", new Slf4j361Test()::runRacy));
}
