package io.racedet.junit.baseline;

import io.racedet.report.RaceKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Adds lines to a baseline to which other JVMs may add lines at the same time. Thread-safe. */
final class BaselineFile {
  private static final String HEADER =
      """
      # Accepted races and dead-locks, one per line: variable | location | location | reason
      # racedet reports lines that are no longer needed; a line without a reason is an error.
      """;

  private BaselineFile() {}

  /**
   * Adds a line for each race that is not listed yet.
   *
   * @return how many lines were added
   */
  static synchronized int add(Path file, Collection<RaceKey> races) throws IOException {
    Path parent = file.toAbsolutePath().getParent();
    Files.createDirectories(parent);
    try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      String text = read(channel);
      List<String> added = missing(text, races);
      if (!added.isEmpty() && lock.isValid()) {
        String before = text.isEmpty() ? HEADER : text.endsWith("\n") ? "" : "\n";
        append(channel, before + String.join("\n", added) + "\n");
      }
      return added.size();
    }
  }

  private static List<String> missing(String text, Collection<RaceKey> races) {
    Set<RaceKey> known = new HashSet<>();
    text.lines()
        .filter(line -> !BaselineLine.isComment(line))
        .forEach(line -> known.add(BaselineLine.parse(line, 0).key()));
    List<String> lines = new ArrayList<>();
    for (RaceKey race : races) {
      if (known.add(race)) {
        lines.add(BaselineLine.unexplained(race));
      }
    }
    return lines;
  }

  private static String read(FileChannel channel) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // Not closed: that would close the channel and release the lock.
    Channels.newInputStream(channel).transferTo(bytes);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static void append(FileChannel channel, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    channel.position(channel.size());
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(false);
  }
}
