package io.racedet.junit.known;

import io.racedet.report.KnownRace;
import io.racedet.report.KnownRaces;
import io.racedet.report.RaceKey;
import io.racedet.report.Standing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What earlier runs have shown, as it was when a test began. Immutable. */
public final class Known {
  /** No file is in use. */
  public static final Known NONE =
      new Known(KnownSource.UNUSED, "", KnownRaces.NONE, Optional.empty());

  private final KnownSource source;
  private final String run;
  private final Map<RaceKey, KnownRace> entries = new LinkedHashMap<>();
  private final Optional<String> problem;

  private Known(KnownSource source, String run, KnownRaces races, Optional<String> problem) {
    this.source = source;
    this.run = run;
    this.problem = problem;
    races.races().forEach(entry -> entries.put(entry.key(), entry));
  }

  /**
   * Reads what is known. A file that cannot be read is a problem; one that is damaged is replaced
   * at once, so that the problem is reported once.
   *
   * @param ofTest names the run that the test belongs to; only asked if a file is in use
   */
  public static Known read(KnownSource source, Supplier<String> ofTest) {
    if (source.file().isEmpty()) {
      return NONE;
    }
    String run = ofTest.get();
    KnownFile file = new KnownFile(source.file().get());
    try {
      KnownFile.Content content = file.read();
      if (content.problem().isPresent() && source.write()) {
        file.change(races -> races);
      }
      String consequence = source.write() ? "; it is rewritten" : "; it is ignored";
      return new Known(
          source, run, content.races(), content.problem().map(text -> text + consequence));
    } catch (IOException unreadable) {
      String text = name(source) + " cannot be read, so nothing is known: " + cause(unreadable);
      return new Known(source, run, KnownRaces.NONE, Optional.of(text));
    }
  }

  private static String name(KnownSource source) {
    return source.file().map(Path::getFileName).map(Path::toString).orElse("");
  }

  /* The message may have a path, which is specific to one machine. */
  private static String cause(IOException failure) {
    return failure.getClass().getSimpleName();
  }

  /** Whether a file is in use. */
  public boolean isInUse() {
    return source.file().isPresent();
  }

  /** Why the file is no good one. */
  public Optional<String> problem() {
    return problem;
  }

  /** Names the run that the test belongs to. */
  public String run() {
    return run;
  }

  /** Returns whether a race is new. It is if it fails a test for the first time, too. */
  public Standing standing(RaceKey key, boolean decisive) {
    if (!isInUse()) {
      return Standing.UNKNOWN;
    }
    KnownRace entry = entries.get(key);
    boolean isNew =
        entry == null || entry.seen().firstRun().equals(run) || decisive && !entry.decisive();
    return isNew
        ? new Standing(Standing.State.NEW, "", List.of())
        : new Standing(Standing.State.KNOWN, entry.seen().firstSeen(), List.of());
  }

  /** Why a race that fails a test does not do so here; empty if it does. */
  public Optional<String> tolerance(RaceKey key, boolean decisive) {
    Standing standing = standing(key, decisive);
    return source.gate() == Gate.NEW && standing.state() == Standing.State.KNOWN
        ? Optional.of("known since " + standing.since() + ", racedet.gate = new")
        : Optional.empty();
  }

  /** What a test has shown in earlier runs, or in this one. */
  public List<KnownRace> of(String test) {
    return entries.values().stream().filter(entry -> entry.isOf(test)).toList();
  }

  /**
   * Adds what a test has shown to the file, unless it is only read.
   *
   * @param found what it has shown, as entries of this run and test only
   * @param missed the keys of what it had shown before, but has not although it came to its end
   */
  public Optional<String> learn(String test, List<KnownRace> found, Collection<RaceKey> missed) {
    if (!source.write() || found.isEmpty() && missed.isEmpty()) {
      return Optional.empty();
    }
    try {
      new KnownFile(source.file().orElseThrow())
          .change(new Learning(test, run, found, missed)::addTo);
      return Optional.empty();
    } catch (IOException failed) {
      return Optional.of(name(source) + " could not be written: " + cause(failed));
    }
  }
}
