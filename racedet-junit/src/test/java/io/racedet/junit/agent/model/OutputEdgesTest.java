package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import com.acme.tasks.CountingText;
import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayWriter;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Formatter;
import java.util.ListResourceBundle;
import java.util.ResourceBundle;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Pipes whose other end has died, texts that the JDK asks objects of the JDK for, and bundles. */
class OutputEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(deadEnds(), texts(), writers(), bundles()).flatMap(rows -> rows);
  }

  private static boolean fails(Step step) throws Exception {
    try {
      step.run();
      return false;
    } catch (IOException wanted) {
      return true;
    }
  }

  /** A thread uses a pipe, and ends; another one finds that out. */
  private static Arguments dead(String name, Step use, Step look) {
    return edge(
        name,
        () -> {
          Cell cell = new Cell();
          Thread dying =
              new Thread(
                  () -> {
                    Programs.run(use);
                    cell.data = 1;
                  });
          dying.start();
          untilTrue(() -> fails(look));
          cell.data++;
        });
  }

  private static Stream<Arguments> deadEnds() {
    return Stream.of(
        Programs.get(
            () -> {
              PipedInputStream in = new PipedInputStream(4);
              PipedOutputStream out = new PipedOutputStream(in);
              out.write(1);
              return dead("reader of bytes that died", in::read, () -> out.write(1));
            }),
        Programs.get(
            () -> {
              PipedInputStream in = new PipedInputStream(4);
              PipedOutputStream out = new PipedOutputStream(in);
              return dead("writer of bytes that died", () -> out.write(1), in::read);
            }),
        Programs.get(
            () -> {
              PipedReader in = new PipedReader(4);
              PipedWriter out = new PipedWriter(in);
              out.write(1);
              return dead("reader of chars that died", in::read, () -> out.write(1));
            }),
        Programs.get(
            () -> {
              PipedReader in = new PipedReader(4);
              PipedWriter out = new PipedWriter(in);
              return dead("writer of chars that died", () -> out.write(1), in::read);
            }),
        edge("writer of chars that died, ready", OutputEdgesTest::dieBeforeReady));
  }

  /** The reader has got all before the writer dies. */
  private static void dieBeforeReady() throws Exception {
    PipedReader in = new PipedReader(4);
    PipedWriter out = new PipedWriter(in);
    Cell cell = new Cell();
    Thread dying =
        new Thread(
            () -> {
              Programs.run(() -> out.write(1));
              hear("read");
              cell.data = 1;
            });
    dying.start();
    in.read();
    whisper("read");
    untilTrue(() -> fails(in::ready));
    cell.data++;
  }

  private interface Printing {
    void print(PrintStream out) throws Exception;
  }

  private static String printed(Printing printing) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true);
    printing.print(out);
    return bytes.toString();
  }

  private static String written(CharSequence text) {
    StringWriter text2 = new StringWriter();
    new PrintWriter(text2, true).append(text);
    return text2.toString();
  }

  private static Stream<Arguments> texts() {
    StringBuffer a = new StringBuffer();
    StringBuffer b = new StringBuffer();
    Vector<String> c = new Vector<>();
    AtomicReference<String> d = new AtomicReference<>();
    AtomicReference<String> e = new AtomicReference<>();
    int empty = c.hashCode();
    return Stream.of(
        edge(
            "append to a PrintStream",
            () -> inTurn(() -> a.append('x'), () -> check(printed(p -> p.append(a)).equals("x")))),
        edge(
            "append to a PrintWriter",
            () -> inTurn(() -> b.append('x'), () -> check(written(b).equals("x")))),
        edge(
            "hash code that is formatted",
            () ->
                inTurn(
                    () -> c.add("x"),
                    () ->
                        check(
                            !new Formatter()
                                .format("%h", c)
                                .toString()
                                .equals(Integer.toHexString(empty))))),
        edge(
            "text of a library that is formatted",
            () -> {
              CountingText text = new CountingText();
              inTurn(() -> String.format("%s", text), () -> check(text.count() == 1));
            }),
        edge(
            "text of a supplier, logged",
            () ->
                inTurn(
                    () -> d.set("x"),
                    () -> check(logged((l, text) -> l.log(Level.SEVERE, text), d::get)))),
        edge(
            "text of a supplier, logged with an exception",
            () ->
                inTurn(
                    () -> e.set("x"),
                    () ->
                        check(
                            logged(
                                (l, text) -> l.log(Level.SEVERE, (Throwable) null, text),
                                e::get)))));
  }

  private interface Logging {
    void log(Logger logger, Supplier<String> text);
  }

  /** Whether the text of a supplier, which is code of the JDK, was there. */
  private static boolean logged(Logging logging, Supplier<String> text) {
    Logger logger = Logger.getAnonymousLogger();
    logger.setUseParentHandlers(false);
    StringBuilder found = new StringBuilder();
    logger.addHandler(
        new Handler() {
          @Override
          public void publish(LogRecord logged) {
            found.append(logged.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        });
    logging.log(logger, text);
    return found.toString().equals("x");
  }

  private interface Writing {
    void write(StringWriter writer);
  }

  private static Arguments writer(String name, Writing writing) {
    return edge(
        "StringWriter: " + name,
        () -> {
          StringWriter writer = new StringWriter();
          inTurn(() -> writing.write(writer), () -> check(writer.toString().equals("x")));
        });
  }

  private static Stream<Arguments> writers() {
    return Stream.of(
        writer("write", w -> w.write('x')),
        writer("write of chars", w -> w.write(new char[] {'x'}, 0, 1)),
        writer("write of a text", w -> w.write("x")),
        writer("write of a part", w -> w.write("xy", 0, 1)),
        writer("append", w -> w.append('x')),
        edge(
            "StringWriter: getBuffer",
            () -> {
              StringWriter writer = new StringWriter();
              inTurn(() -> writer.write("x"), () -> check(writer.getBuffer().charAt(0) == 'x'));
            }),
        edge(
            "CharArrayWriter: size after write",
            () -> {
              CharArrayWriter writer = new CharArrayWriter();
              inTurn(() -> writer.write('x'), () -> check(writer.size() == 1));
            }),
        edge(
            "CharArrayWriter: size after reset",
            () -> {
              CharArrayWriter writer = new CharArrayWriter();
              writer.write('x');
              inTurn(writer::reset, () -> check(writer.size() == 0));
            }));
  }

  /** Made by the JDK when it is asked for. */
  public static final class Texts extends ListResourceBundle {
    @Override
    protected Object[][] getContents() {
      return new Object[][] {{"key", "text"}};
    }
  }

  private static Stream<Arguments> bundles() {
    String name = Texts.class.getName();
    return Stream.of(
        edge(
            "bundle that another has made",
            () -> {
              ResourceBundle.clearCache(Texts.class.getClassLoader());
              inTurn(
                  () -> ResourceBundle.getBundle(name),
                  () -> check(ResourceBundle.getBundle(name) != null));
            }),
        edge(
            "bundle of a logger",
            () -> {
              Logger logger = Logger.getAnonymousLogger();
              ResourceBundle bundle = ResourceBundle.getBundle(name);
              inTurn(
                  () -> logger.setResourceBundle(bundle),
                  () -> check(logger.getResourceBundle() == bundle));
            }));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "two writers",
            () -> {
              StringWriter first = new StringWriter();
              StringWriter second = new StringWriter();
              inTurn(() -> first.write("x"), second::toString);
            }));
  }
}
