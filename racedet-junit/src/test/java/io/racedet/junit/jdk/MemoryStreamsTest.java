package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Streams into memory are locked: who sees what another thread has written is ordered after it. */
@RaceFree
@Tag(JdkPrograms.IMPLEMENTED)
class MemoryStreamsTest extends JdkPrograms {
  private final Cell cell = new Cell();

  @Test
  void byteArray_itsSizeTells() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Thread writer =
        start(
            () -> {
              cell.add();
              bytes.write(1);
            });
    while (bytes.size() == 0) {
      Thread.onSpinWait();
    }
    cell.add();
    join(writer);
  }

  @Test
  void byteArray_filledByPrintStream() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream lines = new PrintStream(bytes, true);
    Thread writer =
        start(
            () -> {
              cell.add();
              lines.println("ready");
            });
    while (!bytes.toString().contains("ready")) {
      Thread.onSpinWait();
    }
    cell.add();
    join(writer);
  }

  @Test
  void byteArray_theSecondOfTwoWritersIsLast() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Step write =
        () -> {
          synchronized (bytes) {
            bytes.write(1);
            if (bytes.size() == 2) {
              cell.add();
            }
          }
        };
    inParallel(write, write);
    cell.add();
  }

  @Test
  void charArray_filledByPrintWriter() throws Exception {
    CharArrayWriter characters = new CharArrayWriter();
    PrintWriter lines = new PrintWriter(characters);
    Thread writer =
        start(
            () -> {
              cell.add();
              lines.println("ready");
            });
    while (characters.toString().isEmpty()) {
      Thread.onSpinWait();
    }
    cell.add();
    join(writer);
  }

  @Test
  void string_filledByPrintWriter() throws Exception {
    StringWriter string = new StringWriter();
    PrintWriter lines = new PrintWriter(string);
    Thread writer =
        start(
            () -> {
              cell.add();
              lines.println("ready");
            });
    while (string.toString().isEmpty()) {
      Thread.onSpinWait();
    }
    cell.add();
    join(writer);
  }

  @Test
  void stringBuffer_itsLengthTells() throws Exception {
    StringBuffer buffer = new StringBuffer();
    Thread writer =
        start(
            () -> {
              cell.add();
              buffer.append('x');
            });
    while (buffer.length() == 0) {
      Thread.onSpinWait();
    }
    cell.add();
    join(writer);
  }
}
