package io.racedet.report.html;

import static io.racedet.report.record.JsonText.object;

import io.racedet.report.Finding;
import io.racedet.report.Frame;
import io.racedet.report.ReportedRequest;
import io.racedet.report.RunReport;
import io.racedet.report.Sources;
import io.racedet.report.ThreadEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The source lines that a report quotes: those of all frames, and those around accesses. */
final class SourceQuotes {
  static final int AROUND = 2;

  /** A file with its quoted lines. */
  private record Quoted(String path, SortedMap<Integer, String> lines) {}

  private final Sources sources;
  private final Map<String, Quoted> files = new LinkedHashMap<>();

  SourceQuotes(Sources sources, RunReport report) {
    this.sources = sources;
    for (Finding finding : report.findings()) {
      for (ThreadEvent event : finding.events()) {
        quote(event.frame(), event.stack());
        if (event instanceof ReportedRequest request) {
          request.locks().stream()
              .filter(lock -> !lock.stack().isEmpty())
              .forEach(lock -> quote(lock.stack().get(0), lock.stack()));
        }
      }
    }
  }

  private void quote(Frame frame, List<Frame> stack) {
    for (int line = frame.line() - AROUND; line <= frame.line() + AROUND; line++) {
      quote(frame, line);
    }
    stack.forEach(caller -> quote(caller, caller.line()));
  }

  private void quote(Frame frame, int line) {
    if (frame.line() == 0) {
      return;
    }
    sources
        .line(frame, line)
        .ifPresent(
            text ->
                files
                    .computeIfAbsent(
                        frame.className() + ':' + frame.file(),
                        key -> new Quoted(sources.path(frame), new TreeMap<>()))
                    .lines()
                    .put(line, text));
  }

  /** An object with one object for each class and file: its path, and its lines by number. */
  Map<String, Object> value() {
    Map<String, Object> value = new LinkedHashMap<>();
    files.forEach(
        (name, file) -> value.put(name, object("path", file.path(), "lines", file.lines())));
    return value;
  }
}
