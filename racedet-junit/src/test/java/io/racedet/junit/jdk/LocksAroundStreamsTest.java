package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import io.racedet.junit.jdk.CountingStreams.Input;
import io.racedet.junit.jdk.CountingStreams.Lines;
import io.racedet.junit.jdk.CountingStreams.Output;
import io.racedet.junit.jdk.CountingStreams.Text;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Streams and writers of the program that the JDK uses under a lock of its own need no lock. */
@RaceFree
@Tag(JdkPrograms.IMPLEMENTED)
class LocksAroundStreamsTest extends CallbackPrograms {
  private final Output output = new Output();
  private final Text text = new Text();

  @Test
  @ResourceLock(Resources.SYSTEM_OUT)
  void console_captured() throws Exception {
    PrintStream console = System.out;
    System.setOut(new PrintStream(output, true));
    try {
      byTwo(() -> System.out.println("hello"));
    } finally {
      System.setOut(console);
    }
    output.text.append("end");
  }

  @Test
  @Tag(SMOKE)
  void printStream() throws Exception {
    PrintStream out = new PrintStream(output);
    byTwo(
        () -> {
          out.println("hello");
          out.println(1);
          out.print('c');
          out.printf("%d%n", 2);
          out.append("more");
          out.write(3);
          out.write(new byte[] {1, 2}, 0, 2);
          out.flush();
        });
    output.count++;
  }

  /** Each of its methods locks by itself. */
  private static final class Shouting extends PrintStream {
    private int lines;

    Shouting(Output out) {
      super(out);
    }

    @Override
    public void print(String line) {
      lines++;
      super.print(line + "!");
    }
  }

  @Test
  void printStream_ofTheProgram() throws Exception {
    Shouting out = new Shouting(output);
    byTwo(() -> out.println("hello"));
    out.lines++;
    output.count++;
  }

  @Test
  void printStream_lockedByTheProgram() throws Exception {
    Shouting out = new Shouting(output);
    inParallel(
        () -> out.println("hello"),
        () -> {
          synchronized (out) {
            out.lines++;
            out.println("hello");
            output.count++;
          }
        });
  }

  @Test
  void printStackTrace() throws Exception {
    PrintStream out = new PrintStream(output);
    byTwo(() -> new IllegalStateException("shown").printStackTrace(out));
  }

  /** Its text is made under the lock of the stream. */
  @Test
  void printf_ofCountedText() throws Exception {
    PrintStream out = new PrintStream(output);
    Object counted =
        new Object() {
          private int count;

          @Override
          public String toString() {
            return "text " + ++count;
          }
        };
    byTwo(() -> out.printf("%s%n", counted));
  }

  @Test
  void printWriter() throws Exception {
    PrintWriter out = new PrintWriter(text);
    byTwo(
        () -> {
          out.println("hello");
          out.printf("%d%n", 1);
          out.write('c');
          out.append("more");
          out.flush();
        });
    text.count++;
  }

  @Test
  void printWriter_overPrintStream() throws Exception {
    PrintWriter out = new PrintWriter(new PrintStream(output, true), true);
    byTwo(() -> out.println("hello"));
    output.count++;
  }

  @Test
  void writer_ofTheProgram() throws Exception {
    byTwo(
        () -> {
          text.write('c');
          text.write("hello");
          text.append("more").append('c');
        });
    text.count++;
  }

  @Test
  void bufferedWriter() throws Exception {
    BufferedWriter out = new BufferedWriter(text, 4);
    byTwo(
        () -> {
          out.write("hello");
          out.newLine();
          out.flush();
        });
    text.count++;
  }

  @Test
  void bufferedOutputStream() throws Exception {
    BufferedOutputStream out = new BufferedOutputStream(output, 4);
    byTwo(
        () -> {
          out.write(1);
          out.write(new byte[5]);
          out.flush();
        });
    output.count++;
  }

  @Test
  void outputStreamWriter() throws Exception {
    OutputStreamWriter out = new OutputStreamWriter(output);
    byTwo(
        () -> {
          out.write("hello");
          out.flush();
        });
    output.count++;
  }

  @Test
  void bufferedReader() throws Exception {
    Lines lines = new Lines();
    BufferedReader in = new BufferedReader(lines, 4);
    byTwo(
        () -> {
          in.readLine();
          in.read();
          in.skip(1);
        });
    lines.count++;
  }

  @Test
  void bufferedInputStream() throws Exception {
    Input bytes = new Input();
    BufferedInputStream in = new BufferedInputStream(bytes, 4);
    byTwo(
        () -> {
          in.read();
          in.read(new byte[3], 0, 3);
          in.skip(1);
        });
    bytes.count++;
  }

  @Test
  void inputStreamReader() throws Exception {
    Input bytes = new Input();
    InputStreamReader in = new InputStreamReader(bytes);
    byTwo(in::read);
    bytes.count++;
  }
}
