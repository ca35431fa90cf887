package io.racedet.junit.report;

import io.racedet.report.Frame;
import io.racedet.report.Position;
import io.racedet.report.Standing;
import java.util.List;

/** Writes the failure message of a test: a summary, each finding, and what to do about them. */
public abstract sealed class FailureText<T extends Found> permits RaceFailure, DeadlockFailure {
  static final String IN = "    ";
  static final int IN_FULL = 10;

  /** What a line of the footer begins with, or as many spaces. */
  private static final String KEY = " ".repeat("leave out: ".length());

  final StringBuilder text = new StringBuilder();
  private final String kind;
  private final String fix;
  private boolean isOneFix;

  /**
   * Writes about findings of a kind, after "the first with".
   *
   * @param fix what to do about those of which nothing better is known
   */
  FailureText(String kind, String fix) {
    this.kind = kind;
    this.fix = fix;
  }

  /**
   * Writes the whole message about races or about deadlocks, at least one, in this order; its first
   * line is a summary.
   */
  public static String of(List<? extends Found> found, Circumstances where) {
    return found.get(0) instanceof FoundRace
        ? RaceFailure.text(found.stream().map(FoundRace.class::cast).toList(), where)
        : DeadlockFailure.text(found.stream().map(FoundDeadlock.class::cast).toList(), where);
  }

  /** Writes why it is a race or a deadlock. */
  public static String reason(Found found) {
    return found instanceof FoundRace race
        ? RaceFailure.reason(race)
        : DeadlockFailure.reason((FoundDeadlock) found);
  }

  /** A number of findings. */
  abstract String count(int findings);

  /** Writes one of the findings, without its first line. */
  abstract void body(T found);

  /** Puts findings of which only the first is written in full into one list: each is alone. */
  List<List<T>> groups(List<T> distinct) {
    return distinct.stream().map(List::of).toList();
  }

  /** Writes the others of such a list, at least one, after the first. */
  void others(List<T> found) {}

  /** Writes how to leave findings out of reports. */
  abstract void leaveOut(T first, Circumstances where);

  /** Writes the whole message about at least one finding. */
  final String write(List<T> distinct, Circumstances where) {
    List<List<T>> groups = groups(distinct);
    isOneFix = distinct.stream().map(this::fix).distinct().count() == 1;
    text.append(distinct.get(0).headline());
    if (distinct.size() > 1) {
      text.append(" (and ").append(count(distinct.size() - 1)).append(" more)");
    }
    text.append('\n');
    for (int i = 0; i < Math.min(IN_FULL, groups.size()); i++) {
      if (i > 0) {
        text.append('\n').append(i + 1).append(". ");
        text.append(groups.get(i).get(0).headline()).append('\n');
      }
      group(groups.get(i));
    }
    int left = groups.stream().skip(IN_FULL).mapToInt(List::size).sum();
    if (left > 0) {
      text.append("\n... and ").append(count(left)).append(" more\n");
    }
    footer(distinct.get(0), where);
    return text.toString();
  }

  private void group(List<T> same) {
    T first = same.get(0);
    body(first);
    if (!isOneFix) {
      prose("  ", "fix: " + fix(first));
    }
    if (same.size() > 1) {
      others(same.subList(1, same.size()));
    }
  }

  /** Writes an indented line, which is broken if it is too long. */
  final void prose(String indent, String line) {
    text.append(WrappedLine.of(indent + line, indent + IN)).append('\n');
  }

  /** Writes a line of the footer in the same way; its text is below each other. */
  final void footer(String key, String line) {
    text.append(WrappedLine.of(key + KEY.substring(key.length()) + line, KEY)).append('\n');
  }

  final void startedBy(Position position) {
    String thread = position.startedBy();
    List<Frame> started = position.started();
    if (!thread.isEmpty()) {
      String frame = started.isEmpty() ? "an unknown location" : started.get(0).text();
      text.append(IN).append("thread started at ").append(frame);
      text.append(" by \"").append(thread).append("\"\n");
    }
  }

  /** Whether a finding is new, and who owns the code, as far as that is known. */
  final void standing(Standing standing) {
    switch (standing.state()) {
      case NEW -> text.append("  new: no earlier run has shown it\n");
      case KNOWN -> text.append("  known since ").append(standing.since()).append('\n');
      case UNJUDGED, ACCEPTED -> {}
    }
    if (!standing.owners().isEmpty()) {
      prose("  ", "owners: " + String.join(", ", standing.owners()));
    }
  }

  final void reproduceWith(Confirmation confirmation) {
    if (!confirmation.replay().isEmpty()) {
      text.append("  reproduce with: ");
      text.append(Confirmation.option(confirmation.replay())).append('\n');
    }
  }

  private String fix(Found found) {
    String better = found.reported().evidence().fix();
    return better.isEmpty() ? fix : better;
  }

  private void footer(T first, Circumstances where) {
    text.append("\nfound in ").append(where.test());
    text.append(", repetition ").append(where.repetition());
    text.append(" (schedule ").append(where.schedule()).append("), the first with ");
    text.append(kind).append('\n');
    text.append("replay:    -Dracedet.seed=").append(where.replay()).append('\n');
    if (isOneFix) {
      footer("fix:", fix(first));
    }
    text.append("accept:    -Dracedet.baseline=write adds it to racedet-baseline.txt, where it");
    text.append(" needs a reason\n");
    leaveOut(first, where);
    where.limits().forEach(limit -> footer("limit:", limit));
  }
}
