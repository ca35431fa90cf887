package io.racedet.junit.report;

import io.racedet.RaceReport;
import io.racedet.race.Grade;
import io.racedet.report.Frame;
import io.racedet.report.HeldLock;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the races of one test as the message of its failure. */
public final class FailureText {
  private static final int IN_FULL = 10;
  private static final String IN = "    ";
  private static final String NO_COMMON_LOCK = "no lock protects every access of the variable";

  private final StringBuilder text = new StringBuilder();

  private FailureText() {}

  /**
   * Writes the whole message.
   *
   * @param stories the races, at least one, in the order in which to report them
   * @param finding where they were found
   * @return the message; its first line is enough to know what happened
   */
  public static String of(List<RaceStory> stories, Finding finding) {
    List<RaceStory> distinct = distinct(stories);
    FailureText writer = new FailureText();
    writer.text.append(headline(distinct.get(0)));
    if (distinct.size() > 1) {
      writer.text.append(" (and ").append(races(distinct.size() - 1)).append(" more)");
    }
    writer.text.append('\n');
    for (int i = 0; i < Math.min(IN_FULL, distinct.size()); i++) {
      if (i > 0) {
        writer.text.append('\n').append(i + 1).append(". ");
        writer.text.append(headline(distinct.get(i))).append('\n');
      }
      writer.story(distinct.get(i), stories);
    }
    if (distinct.size() > IN_FULL) {
      writer.text.append("\n... and ").append(races(distinct.size() - IN_FULL)).append(" more\n");
    }
    writer.footer(finding, distinct);
    return writer.text.toString();
  }

  /**
   * Writes one race in one line.
   *
   * @param story the race
   * @return its kind, grade, variable and the two places
   */
  public static String headline(RaceStory story) {
    ReportedRace race = story.reported();
    String first = place(race.first());
    String second = place(race.second());
    String places = first.equals(second) ? "both at " + first : first + " and " + second;
    if (!race.first().isKnown()) {
      places = "no common lock, at " + second;
    }
    return race.kind().text()
        + " race ("
        + race.grade()
        + ") on "
        + story.variable()
        + ": "
        + places;
  }

  /** Keeps the first race of each variable and unordered pair of places. */
  private static List<RaceStory> distinct(List<RaceStory> stories) {
    Map<String, RaceStory> byPlaces = new LinkedHashMap<>();
    for (RaceStory story : stories) {
      String a = story.reported().first().site().place();
      String b = story.reported().second().site().place();
      String pair = a.compareTo(b) <= 0 ? a + '|' + b : b + '|' + a;
      byPlaces.putIfAbsent(story.variable() + '|' + pair, story);
    }
    return new ArrayList<>(byPlaces.values());
  }

  private void story(RaceStory story, List<RaceStory> all) {
    ReportedRace race = story.reported();
    access(race.first());
    access(race.second());
    if (!race.origin().isEmpty()) {
      text.append("  ").append(race.origin()).append('\n');
    }
    unordered(story);
    if (race.pairs() > 1) {
      text.append("  ").append(race.pairs()).append(" pairs of accesses at these places\n");
    }
    Idiom.of(story, all).ifPresent(hint -> text.append("  note: ").append(hint).append('\n'));
  }

  private void access(ReportedAccess access) {
    if (!access.isKnown()) {
      text.append("  after accesses by other threads, which another lock protects or none\n");
      return;
    }
    text.append("  ").append(access.operation()).append(" by \"").append(access.thread());
    text.append("\", holding ");
    text.append(
        access.locks().isEmpty()
            ? "no lock"
            : access.locks().stream().map(FailureText::held).collect(Collectors.joining(", ")));
    text.append('\n');
    Frames.append(text, access.stack(), IN);
    if (!access.startedBy().isEmpty()) {
      String frame =
          access.started().isEmpty() ? "an unknown place" : access.started().get(0).text();
      text.append(IN).append("thread started at ").append(frame);
      text.append(" by \"").append(access.startedBy()).append("\"\n");
    }
  }

  private static String held(HeldLock lock) {
    return lock.text()
        + " since "
        + (lock.acquired().isKnown() ? lock.acquired().text() : "before the recording");
  }

  private void unordered(RaceStory story) {
    ReportedRace race = story.reported();
    if (!race.first().isKnown()) {
      text.append("  ").append(NO_COMMON_LOCK).append('\n');
      return;
    }
    nothingOrders(story);
    if (race.grade() == Grade.WITNESSED || race.witness().events() > 0) {
      text.append("  an order of the same events in which both accesses come next:\n");
      text.append(RaceReport.schedule(race));
    }
    if (!story.confirmation().replay().isEmpty()) {
      text.append("  catch them again: -Dracedet.replay=");
      text.append(story.confirmation().replay()).append('\n');
    }
  }

  /**
   * Writes why nothing orders the accesses.
   *
   * @param story the race
   * @return a paragraph a line
   */
  public static String reason(RaceStory story) {
    if (!story.reported().first().isKnown()) {
      return NO_COMMON_LOCK;
    }
    FailureText writer = new FailureText();
    writer.nothingOrders(story);
    return writer.text.toString().strip();
  }

  private void nothingOrders(RaceStory story) {
    text.append("  ").append(why(story)).append('\n');
    sync(story.reported().first(), "after its access next synchronises by ", "after its access");
    sync(story.reported().second(), "before its access last synchronised by ", "before its access");
  }

  private static String why(RaceStory story) {
    ReportedRace race = story.reported();
    return switch (race.grade()) {
      case CONFIRMED ->
          "nothing orders them: try "
              + story.confirmation().attempt()
              + " caught two threads at both accesses at the same time, on the same variable:";
      case WITNESSED ->
          "ordered in this run only by chance: another order of the same locks allows both at once";
      case PREDICTED ->
          "ordered in this run; another order of the same locks may allow both at once"
              + (race.remark().isEmpty() ? "" : ": " + race.remark());
      default -> "nothing orders them:";
    };
  }

  private void sync(ReportedAccess access, String how, String when) {
    text.append(IN).append('"').append(access.thread()).append("\" ");
    text.append(
        access
            .nearest()
            .map(point -> how + SyncText.of(point))
            .orElse("does not synchronise " + when));
    text.append('\n');
  }

  private void footer(Finding finding, List<RaceStory> stories) {
    text.append("\nfound in ").append(finding.test());
    text.append(", repetition ").append(finding.repetition());
    text.append(" (schedule ").append(finding.schedule()).append("), the first with a race\n");
    text.append("replay:    -Dracedet.seed=").append(finding.replay()).append('\n');
    text.append("mend:      order the accesses, for example by one common lock, or by a volatile");
    text.append(" or atomic variable\n");
    text.append("accept:    -Dracedet.baseline=write adds it to racedet-baseline.txt, where it");
    text.append(" needs a reason\n");
    accessor(stories.get(0))
        .filter(name -> !isWithin(name, finding.home()))
        .ifPresent(
            name ->
                text.append("leave out: ")
                    .append(finding.settings().formatted("exclude", '"' + name + '"'))
                    .append(" if the class is not under test\n"));
  }

  private static Optional<String> accessor(RaceStory story) {
    return story.reported().second().stack().stream().map(Frame::className).findFirst();
  }

  /** The class of the test is instrumented whatever the settings say. */
  private static boolean isWithin(String name, String home) {
    return name.equals(home) || name.startsWith(home + '$');
  }

  private static String races(int count) {
    return count == 1 ? "1 race" : count + " races";
  }

  private static String place(ReportedAccess access) {
    String place = access.site().place();
    return place.isEmpty() ? "an unknown place" : place;
  }
}
