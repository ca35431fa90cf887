package io.racedet.junit.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.UnaryOperator;

/**
 * Edits text files in place that other JVMs may edit at the same time, for those that others keep
 * open or that are mounted, and so must not be replaced. Thread-safe.
 */
public final class SharedText {
  private SharedText() {}

  /**
   * Edits a file, which is created if it does not exist. A text that is only continued is appended
   * to, so that nothing of it can be lost.
   *
   * @param edit returns the new text for the present one
   */
  public static void edit(Path file, UnaryOperator<String> edit) throws IOException {
    synchronized (SharedText.class) {
      try (FileChannel channel =
              FileChannel.open(
                  file,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (lock.isValid()) {
          String before = read(channel);
          write(channel, before, edit.apply(before));
        }
      }
    }
  }

  private static String read(FileChannel channel) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // Not closed: that would close the channel and release the lock.
    Channels.newInputStream(channel).transferTo(bytes);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static void write(FileChannel channel, String before, String after) throws IOException {
    if (after.equals(before)) {
      return;
    }
    boolean isContinued = after.startsWith(before);
    String text = isContinued ? after.substring(before.length()) : after;
    if (!isContinued) {
      channel.truncate(0);
    }
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    channel.position(channel.size());
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(false);
  }
}
