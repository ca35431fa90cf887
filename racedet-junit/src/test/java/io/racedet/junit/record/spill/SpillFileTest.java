package io.racedet.junit.record.spill;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.record.LogBuilder;
import io.racedet.junit.record.merge.LogCursor;
import io.racedet.runtime.log.Layout;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpillFileTest {
  private static final int THREADS = 5;
  private static final int RECORDS = 20_000;

  @TempDir Path folder;

  /** A log of random records, of which some repeat. */
  private static LogBuilder log(Random random) {
    LogBuilder log = LogBuilder.thread("t");
    for (int i = 0; i < RECORDS; i++) {
      long object = random.nextInt(3) == 0 ? random.nextLong() >>> 29 : random.nextInt(4);
      int site = random.nextInt(10) == 0 ? random.nextInt(1 << 24) - 1 : random.nextInt(3);
      switch (random.nextInt(6)) {
        case 0 -> log.access(1 + random.nextInt(15), site, object, i, random.nextInt());
        case 1 -> log.access(2, site, 7, i, i * 3);
        case 2 -> log.sync(random.nextInt(32), random.nextInt(22), site, object, i, i % 7 - 3);
        case 3 -> log.walk(site, object, random.nextInt(9), 100 + random.nextInt(9), 1);
        case 4 -> log.walk(site, 7, 5 * i + 7, i - random.nextInt(9), -1 - random.nextInt(2));
        default -> log.enter(random.nextInt(1 << 20), random.nextInt(1 << 20)).exit();
      }
    }
    return log;
  }

  private static String text(LogCursor at) {
    String head = at.slot() + " " + Long.toHexString(at.head());
    if (at.isAccess()) {
      return head + " " + (int) at.second();
    }
    if (at.isWalk()) {
      return head + " " + at.second() + " " + at.operand();
    }
    return at.kind() == Layout.SYNC
        ? head + " " + at.syncOp() + " " + at.aspect() + " " + at.operand()
        : head;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void records_areReadAsTheyWereWritten(long seed) throws IOException {
    Random random = new Random(seed);
    List<LogCursor> cursors = new ArrayList<>();
    for (int slot = 0; slot < THREADS; slot++) {
      cursors.add(new LogCursor(log(random).build(), slot));
    }
    List<String> written = new ArrayList<>();
    List<String> read = new ArrayList<>();
    try (SpillFile file = SpillFile.create(folder, Long.MAX_VALUE)) {
      while (!cursors.isEmpty()) {
        LogCursor at = cursors.get(random.nextInt(cursors.size()));
        boolean hasMore = true;
        for (int i = random.nextInt(20); i >= 0 && hasMore; i--) {
          hasMore = at.next();
          if (hasMore) {
            written.add(text(at));
            assertThat(file.write(at)).isTrue();
          }
        }
        if (!hasMore) {
          cursors.remove(at);
        }
      }
      file.replay(at -> read.add(text(at)));
    }
    assertThat(read).isEqualTo(written);
    assertThat(folder).isEmptyDirectory();
  }

  /** A file whose disk is full after so many bytes. */
  private static final class FullDisk extends RandomAccessFile {
    private final long capacity;

    FullDisk(Path path, long capacity) throws IOException {
      super(path.toFile(), "rw");
      this.capacity = capacity;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      int fits = (int) Math.min(length, capacity - getFilePointer());
      super.write(bytes, from, fits);
      if (fits < length) {
        throw new IOException("No space left on device");
      }
    }
  }

  /** As where it is too large: those that were accepted can be read, and the one that was not. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 70_000, 200_000})
  void fullDisk_endsTheFile_andLosesNoRecord(long capacity) throws IOException {
    LogCursor at = new LogCursor(log(new Random(1)).build(), 0);
    Path path = folder.resolve("recording.spill");
    List<String> written = new ArrayList<>();
    List<String> read = new ArrayList<>();
    try (SpillFile file = new SpillFile(path, new FullDisk(path, capacity), Long.MAX_VALUE)) {
      boolean goesOn = true;
      while (goesOn && at.next()) {
        written.add(text(at));
        goesOn = file.write(at);
      }
      assertThat(goesOn).isFalse();
      assertThat(file.problem())
          .get()
          .asString()
          .endsWith("No space left on device, in the folder spill");
      at.next();
      assertThat(file.write(at)).isFalse();
      file.replay(record -> read.add(text(record)));
    }
    assertThat(read).isEqualTo(written);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void folderThatCannotBeCreated_doesNotMatter() throws IOException {
    Path blocked = Files.writeString(folder.resolve("file"), "").resolve("spill");
    try (SpillFile file = SpillFile.create(blocked, 1 << 20)) {
      file.replay(at -> true);
      assertThat(file.problem()).isEmpty();
      assertThat(file.length()).isZero();
    }
  }
}
