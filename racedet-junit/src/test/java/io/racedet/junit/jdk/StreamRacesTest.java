package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What streams, channels and loggers do not order. */
@ExpectRace(
    on = "JdkPrograms.Cell.value",
    with = @RaceFree(timeLimit = "20s", repetitions = 1_000_000))
class StreamRacesTest extends JdkPrograms {
  private final Cell cell = new Cell();

  @Test
  void pipe_bothAfterwards() throws Exception {
    PipedOutputStream out = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(out);
    inParallel(
        () -> {
          out.write(1);
          cell.add();
        },
        () -> {
          in.read();
          cell.add();
        });
  }

  @Test
  @Tag(SMOKE)
  void printStream_ordersNothing() throws Exception {
    PrintStream out = new PrintStream(OutputStream.nullOutputStream());
    Step step =
        () -> {
          out.println("x");
          cell.add();
          out.println("y");
        };
    inParallel(step, step);
  }

  @Test
  void printedCell_isRead() throws Exception {
    PrintStream out = new PrintStream(OutputStream.nullOutputStream());
    inParallel(cell::add, () -> out.println(cell));
  }

  @Test
  void formattedCell_isRead() throws Exception {
    Cell[] texts = {cell};
    inParallel(cell::add, () -> texts[0] = new Cell(String.format("%s", cell).length()));
  }

  private static final class Shared extends Handler {
    private final Cell count;

    Shared(Cell count) {
      this.count = count;
    }

    @Override
    public void publish(LogRecord logged) {
      count.add();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void handler_calledByTwoThreads() throws Exception {
    Logger logger = Logger.getAnonymousLogger();
    logger.setUseParentHandlers(false);
    logger.addHandler(new Shared(cell));
    Step log = () -> logger.log(Level.INFO, "x");
    inParallel(log, log);
  }

  @Test
  void attachments_ofTwoKeys() throws Exception {
    Pipe one = Pipe.open();
    Pipe two = Pipe.open();
    try (Selector selector = Selector.open()) {
      one.source().configureBlocking(false);
      two.source().configureBlocking(false);
      SelectionKey first = one.source().register(selector, SelectionKey.OP_READ);
      SelectionKey second = two.source().register(selector, SelectionKey.OP_READ);
      inParallel(
          () -> {
            cell.add();
            first.attach("x");
          },
          () -> {
            second.attachment();
            cell.add();
          });
    } finally {
      one.source().close();
      one.sink().close();
      two.source().close();
      two.sink().close();
    }
  }

  @Test
  void handlers_ofTwoOperations() throws Exception {
    Path file = Files.createTempFile("racedet", ".txt");
    CountDownLatch done = new CountDownLatch(2);
    try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(file)) {
      for (int i = 0; i < 2; i++) {
        channel.read(
            ByteBuffer.allocate(1),
            0,
            i,
            new CompletionHandler<Integer, Integer>() {
              @Override
              public void completed(Integer result, Integer attachment) {
                cell.add();
                done.countDown();
              }

              @Override
              public void failed(Throwable failure, Integer attachment) {
                done.countDown();
              }
            });
      }
      done.await();
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void property_ofAnotherName() throws Exception {
    inParallel(
        () -> {
          cell.add();
          System.setProperty("io.racedet.junit.jdk.one", "x");
        },
        () -> {
          System.getProperty("io.racedet.junit.jdk.two");
          cell.add();
        });
  }
}
