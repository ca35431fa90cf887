package io.racedet.junit.jdk;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;

/** Streams of the program that are not thread-safe: they count and keep what passes. */
final class CountingStreams {
  private CountingStreams() {}

  /** Keeps text, as tests do that capture the console. */
  static final class Output extends OutputStream {
    final StringBuilder text = new StringBuilder();
    int count;

    @Override
    public void write(int b) {
      count++;
      text.append((char) b);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      for (int i = 0; i < length; i++) {
        write(bytes[from + i]);
      }
    }

    @Override
    public void flush() {
      count++;
    }
  }

  /** Leaves it to its base class to write single characters and strings. */
  static final class Text extends Writer {
    int count;

    @Override
    public void write(char[] chars, int from, int length) {
      count += length;
    }

    @Override
    public void flush() {
      count++;
    }

    @Override
    public void close() {
      count++;
    }
  }

  /** Has no end. */
  static final class Input extends InputStream {
    int count;

    @Override
    public int read() {
      return count++ % 128;
    }
  }

  /** Lines of one character, without an end. */
  static final class Lines extends Reader {
    int count;

    @Override
    public int read(char[] chars, int from, int length) {
      chars[from] = count++ % 2 == 0 ? 'x' : '\n';
      return 1;
    }

    @Override
    public void close() {
      count++;
    }
  }
}
