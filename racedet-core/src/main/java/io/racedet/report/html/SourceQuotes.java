package io.racedet.report.html;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.report.Finding;
import io.racedet.report.Frame;
import io.racedet.report.ReportedRequest;
import io.racedet.report.RunReport;
import io.racedet.report.Sources;
import io.racedet.report.ThreadEvent;
import java.io.IOException;
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

  /**
   * Writes an object with one object for each class and file: its path, and its lines by number.
   */
  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, Quoted> file : files.entrySet()) {
      json.writeObjectFieldStart(file.getKey());
      json.writeStringField("path", file.getValue().path());
      json.writeObjectFieldStart("lines");
      for (Map.Entry<Integer, String> line : file.getValue().lines().entrySet()) {
        json.writeStringField(line.getKey().toString(), line.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndObject();
  }
}
