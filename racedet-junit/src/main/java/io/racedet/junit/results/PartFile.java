package io.racedet.junit.results;

import io.racedet.junit.baseline.AcceptedRace;
import io.racedet.junit.baseline.BaselineLine;
import io.racedet.report.KnownRace;
import io.racedet.report.KnownRaces;
import io.racedet.report.RaceKey;
import io.racedet.report.RunReport;
import io.racedet.report.json.JsonKnownRaces;
import io.racedet.report.json.JsonReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of the tests of one JVM, in a file to which each is appended: the time and the
 * lengths of its three parts, and these parts. A JVM that is killed while it writes leaves its last
 * result incomplete. A file that is read again is read from where the last reading ended. Not
 * thread-safe, but several processes may read what one of them writes.
 */
final class PartFile {
  /** How the names of these files end. */
  static final String EXTENSION = ".results";

  private static final long SECOND = 1_000_000_000;
  private static final int TIME = Long.BYTES; // in nanoseconds
  private static final int HEAD = TIME + 3 * Integer.BYTES;

  private final Path file;
  private final List<Part> parts = new ArrayList<>();
  private final List<String> damaged = new ArrayList<>();
  private long end; // of what has been read
  private boolean isCut;

  PartFile(Path file) {
    this.file = file;
  }

  /**
   * The result of a test.
   *
   * @param quiet accepted races that it should have found, with their locations in the baseline
   * @param missed known races that it has not shown although it came to its end
   */
  record Part(
      RunReport report, Map<RaceKey, String> quiet, List<KnownRace> missed, Instant written) {}

  /**
   * Appends a result.
   *
   * @throws IOException if it cannot be written; the file is as before then
   */
  static void append(Path file, TestPart part) throws IOException {
    ByteBuffer result = encode(part);
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      long before = out.size();
      try {
        while (result.hasRemaining()) {
          out.write(result);
        }
      } catch (IOException failed) {
        out.truncate(before);
        throw failed;
      }
    }
  }

  private static ByteBuffer encode(TestPart part) throws IOException {
    ByteArrayOutputStream report = new ByteArrayOutputStream();
    JsonReport.write(part.report(), report);
    StringBuilder lines = new StringBuilder();
    for (AcceptedRace race : part.quiet()) {
      String location = part.baseline() + ":" + race.line();
      lines.append(BaselineLine.of(race.key(), location)).append('\n');
    }
    byte[] quiet = lines.toString().getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream missed = new ByteArrayOutputStream();
    if (!part.missed().isEmpty()) {
      JsonKnownRaces.write(new KnownRaces(part.missed()), missed);
    }
    ByteBuffer result = ByteBuffer.allocate(HEAD + report.size() + quiet.length + missed.size());
    return withTime(result, Instant.now())
        .putInt(report.size())
        .putInt(quiet.length)
        .putInt(missed.size())
        .put(report.toByteArray())
        .put(quiet)
        .put(missed.toByteArray())
        .flip();
  }

  /** Appends a time. */
  static ByteBuffer withTime(ByteBuffer to, Instant time) {
    return to.putLong(time.getEpochSecond() * SECOND + time.getNano());
  }

  /** Takes a time. */
  static Instant time(ByteBuffer from) {
    long nanos = from.getLong();
    return Instant.ofEpochSecond(nanos / SECOND, nanos % SECOND);
  }

  /** Reads what has been appended since the last reading. */
  void read() throws IOException {
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      if (in.size() < end) { // another file in place of the one that somebody has removed
        end = 0;
      }
      ByteBuffer news = ByteBuffer.allocate(Math.toIntExact(Math.max(0, in.size() - end)));
      in.position(end);
      while (news.hasRemaining() && in.read(news) >= 0) {
        continue;
      }
      news.flip();
      while (isComplete(news)) {
        int from = news.position();
        next(news);
        end += news.position() - from;
      }
      isCut = news.hasRemaining();
    }
  }

  private static boolean isComplete(ByteBuffer news) {
    if (news.remaining() < HEAD) {
      return false;
    }
    int lengths = news.position() + TIME;
    long length = HEAD;
    for (int part = 0; part < 3; part++) {
      length += Integer.toUnsignedLong(news.getInt(lengths + part * Integer.BYTES));
    }
    return length <= news.remaining();
  }

  private void next(ByteBuffer news) {
    Instant written = time(news);
    byte[] report = new byte[news.getInt()];
    byte[] quiet = new byte[news.getInt()];
    byte[] missed = new byte[news.getInt()];
    news.get(report).get(quiet).get(missed);
    try {
      parts.add(
          new Part(
              JsonReport.read(new ByteArrayInputStream(report)),
              quiet(quiet),
              missed(missed),
              written));
    } catch (IOException | IllegalArgumentException unreadable) {
      damaged.add("the result of a test cannot be read and is missing: " + cause(unreadable));
    }
  }

  /** Without the path, which is specific to one machine. */
  static String cause(Exception unreadable) {
    return unreadable.getClass().getSimpleName();
  }

  private static Map<RaceKey, String> quiet(byte[] text) {
    Map<RaceKey, String> quiet = new LinkedHashMap<>();
    for (String line : new String(text, StandardCharsets.UTF_8).lines().toList()) {
      AcceptedRace race = BaselineLine.parse(line, 0);
      quiet.put(race.key(), race.reason());
    }
    return quiet;
  }

  private static List<KnownRace> missed(byte[] text) throws IOException {
    return text.length == 0
        ? List.of()
        : JsonKnownRaces.read(new ByteArrayInputStream(text)).races();
  }

  /** The results that have been read. */
  List<Part> parts() {
    return parts;
  }

  /** Whether the last result is incomplete. */
  boolean isCut() {
    return isCut;
  }

  /** A message for each of them that is damaged. */
  List<String> damaged() {
    return damaged;
  }
}
