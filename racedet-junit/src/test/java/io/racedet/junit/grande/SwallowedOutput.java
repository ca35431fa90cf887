package io.racedet.junit.grande;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Keeps the beginning of what a program prints. Thread-safe. */
final class SwallowedOutput extends OutputStream {
  private static final int MAX_BYTES = 1 << 16;

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

  @Override
  public synchronized void write(int value) {
    if (kept.size() < MAX_BYTES) {
      kept.write(value);
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    kept.write(bytes, offset, Math.min(length, MAX_BYTES - kept.size()));
  }

  /** What was kept since the last call. */
  synchronized String take() {
    String text = kept.toString(StandardCharsets.UTF_8);
    kept.reset();
    return text;
  }
}
