package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Scanner;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is written before the end of a pipe is read at the other one, whatever is around them. */
@RaceFree
@Tag(JdkPrograms.IMPLEMENTED)
class PipedStreamsTest extends JdkPrograms {
  private final Cell cell = new Cell();
  private final PipedOutputStream out = new PipedOutputStream();

  private static void readToTheEnd(PipedInputStream in) throws IOException {
    while (in.read() >= 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  @Tag(SMOKE)
  void bytes_writtenAndRead() throws Exception {
    PipedInputStream in = new PipedInputStream(out, 4);
    Thread writer =
        start(
            () -> {
              cell.add();
              out.write(new byte[10]);
              out.close();
            });
    if (in.read() >= 0) {
      cell.add();
    }
    readToTheEnd(in);
    join(writer);
  }

  @Test
  void available_tellsOfWriter() throws Exception {
    PipedInputStream in = new PipedInputStream(out);
    Thread writer =
        start(
            () -> {
              cell.add();
              out.write(1);
            });
    while (in.available() == 0) {
      Thread.onSpinWait();
    }
    cell.add();
    join(writer);
  }

  @Test
  void end_closedByWriter() throws Exception {
    PipedInputStream in = new PipedInputStream(out);
    Thread writer =
        start(
            () -> {
              cell.add();
              out.close();
            });
    if (in.read() < 0) {
      cell.add();
    }
    join(writer);
  }

  @Test
  void exception_closedByReader() throws Exception {
    PipedInputStream in = new PipedInputStream(out, 4);
    Thread writer =
        start(
            () -> {
              try {
                while (true) {
                  out.write(1);
                }
              } catch (IOException e) {
                cell.add();
              }
            });
    in.read();
    cell.add();
    in.close();
    join(writer);
  }

  @Test
  void fullPipe_writerWaitsForReader() throws Exception {
    PipedInputStream in = new PipedInputStream(out, 4);
    Thread writer =
        start(
            () -> {
              out.write(new byte[10]);
              cell.add();
              out.close();
            });
    cell.add();
    readToTheEnd(in);
    join(writer);
  }

  @Test
  @Tag(PROMISED)
  void interrupt_endsRead() throws Exception {
    PipedInputStream in = new PipedInputStream(out);
    Thread reader =
        start(
            () -> {
              try {
                in.read();
              } catch (InterruptedIOException e) {
                cell.add();
              }
            });
    cell.add();
    reader.interrupt();
    join(reader);
  }

  @Test
  void characters_buffered() throws Exception {
    PipedWriter pipe = new PipedWriter();
    BufferedReader reader = new BufferedReader(new PipedReader(pipe));
    Thread writer =
        start(
            () -> {
              try (BufferedWriter lines = new BufferedWriter(pipe)) {
                cell.add();
                lines.write("hello\n");
              }
            });
    reader.readLine();
    cell.add();
    join(writer);
  }

  @Test
  void flush_closedByReader() throws Exception {
    PipedWriter pipe = new PipedWriter();
    PipedReader reader = new PipedReader(pipe);
    Thread writer =
        start(
            () -> {
              try {
                while (true) {
                  pipe.flush();
                  Thread.onSpinWait();
                }
              } catch (IOException e) {
                cell.add();
              }
            });
    cell.add();
    reader.close();
    join(writer);
  }

  @Test
  void numbers_dataStreams() throws Exception {
    DataInputStream in = new DataInputStream(new BufferedInputStream(new PipedInputStream(out)));
    Thread writer =
        start(
            () -> {
              cell.add();
              try (DataOutputStream data = new DataOutputStream(out)) {
                data.writeInt(5);
              }
            });
    in.readInt();
    cell.add();
    join(writer);
  }

  @Test
  void objects_objectStreams() throws Exception {
    PipedInputStream in = new PipedInputStream(out);
    Thread writer =
        start(
            () -> {
              try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
                cell.add();
                objects.writeObject("hello");
              }
            });
    new ObjectInputStream(in).readObject();
    cell.add();
    join(writer);
  }

  @Test
  void line_ofScanner() throws Exception {
    Scanner scanner = new Scanner(new PipedInputStream(out));
    Thread writer =
        start(
            () -> {
              cell.add();
              out.write("hello\n".getBytes());
              out.close();
            });
    scanner.nextLine();
    cell.add();
    join(writer);
  }

  @Test
  void line_ofPrintWriter() throws Exception {
    BufferedReader reader = new BufferedReader(new InputStreamReader(new PipedInputStream(out)));
    Thread writer =
        start(
            () -> {
              PrintWriter lines = new PrintWriter(out, true);
              cell.add();
              lines.println("hello");
              lines.close();
            });
    reader.readLine();
    cell.add();
    join(writer);
  }

  @Test
  void line_ofPrintStreamAndScanner() throws Exception {
    Scanner scanner = new Scanner(new PipedInputStream(out));
    Thread writer =
        start(
            () -> {
              PrintStream lines = new PrintStream(out, true);
              cell.add();
              lines.printf("%s %d%n", "hello", 1);
              lines.close();
            });
    scanner.nextLine();
    cell.add();
    join(writer);
  }

  @Test
  void bytes_ofChannels() throws Exception {
    ReadableByteChannel in = Channels.newChannel(new PipedInputStream(out));
    Thread writer =
        start(
            () -> {
              try (WritableByteChannel channel = Channels.newChannel(out)) {
                cell.add();
                channel.write(ByteBuffer.allocate(1));
              }
            });
    in.read(ByteBuffer.allocate(1));
    cell.add();
    join(writer);
  }

  @Test
  void bytes_compressed() throws Exception {
    PipedInputStream in = new PipedInputStream(out);
    Thread writer =
        start(
            () -> {
              try (GZIPOutputStream compressed = new GZIPOutputStream(out)) {
                cell.add();
                compressed.write(1);
              }
            });
    new GZIPInputStream(in).read();
    cell.add();
    join(writer);
  }
}
