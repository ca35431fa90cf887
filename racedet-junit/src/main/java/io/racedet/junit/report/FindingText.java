package io.racedet.junit.report;

import io.racedet.report.Frame;
import io.racedet.report.Standing;
import java.util.List;

/** Writes a failure message: a summary, each finding, and what to do about them. */
abstract class FindingText<T> {
  static final String IN = "    ";
  private static final int IN_FULL = 10;

  final StringBuilder text = new StringBuilder();

  /** One of the findings in one line. */
  abstract String line(T found);

  /** A number of findings. */
  abstract String count(int findings);

  /** Writes one of the findings, without its first line. */
  abstract void body(T found);

  /** What was found, after "the first with". */
  abstract String kind();

  /** How to mend it. */
  abstract String fix();

  /** Writes how to leave findings out of reports. */
  abstract void leaveOut(T first, Finding finding);

  /** Writes the whole message about at least one finding. */
  final String write(List<T> distinct, Finding finding) {
    text.append(line(distinct.get(0)));
    if (distinct.size() > 1) {
      text.append(" (and ").append(count(distinct.size() - 1)).append(" more)");
    }
    text.append('\n');
    for (int i = 0; i < Math.min(IN_FULL, distinct.size()); i++) {
      if (i > 0) {
        text.append('\n').append(i + 1).append(". ");
        text.append(line(distinct.get(i))).append('\n');
      }
      body(distinct.get(i));
    }
    if (distinct.size() > IN_FULL) {
      text.append("\n... and ").append(count(distinct.size() - IN_FULL)).append(" more\n");
    }
    footer(distinct.get(0), finding);
    return text.toString();
  }

  final void startedBy(String thread, List<Frame> started) {
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
      text.append("  owners: ").append(String.join(", ", standing.owners())).append('\n');
    }
  }

  final void reproduceWith(Confirmation confirmation) {
    if (!confirmation.replay().isEmpty()) {
      text.append("  reproduce with: -Dracedet.replay=");
      text.append(confirmation.replay()).append('\n');
    }
  }

  private void footer(T first, Finding finding) {
    text.append("\nfound in ").append(finding.test());
    text.append(", repetition ").append(finding.repetition());
    text.append(" (schedule ").append(finding.schedule()).append("), the first with ");
    text.append(kind()).append('\n');
    text.append("replay:    -Dracedet.seed=").append(finding.replay()).append('\n');
    text.append("fix:       ").append(fix()).append('\n');
    text.append("accept:    -Dracedet.baseline=write adds it to racedet-baseline.txt, where it");
    text.append(" needs a reason\n");
    leaveOut(first, finding);
    finding.limits().forEach(limit -> text.append("limit:     ").append(limit).append('\n'));
  }
}
