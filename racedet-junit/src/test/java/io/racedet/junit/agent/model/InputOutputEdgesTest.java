package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.ConsoleHandler;
import java.util.logging.ErrorManager;
import java.util.logging.Filter;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Streams, channels, settings and loggers: what one thread writes or sets, and another one sees.
 */
class InputOutputEdgesTest extends EdgesTestCase {
  private interface Making<T> {
    T make() throws Exception;
  }

  private interface Change<T> {
    void of(T object) throws Exception;
  }

  private interface Look<T> {
    boolean at(T object) throws Exception;
  }

  /**
   * One thread changes an object, and another one calls it later, which must see the change. The
   * first thread lives on until then: its end would order it as well.
   */
  private static <T> Arguments row(String name, Making<T> made, Change<T> change, Look<T> look) {
    return edge(
        name,
        () -> {
          T object = made.make();
          Programs.Cell cell = new Programs.Cell();
          Programs.inParallel(
              () -> {
                cell.data = 1;
                change.of(object);
                whisper("changed");
                hear("seen");
              },
              () -> {
                hear("changed");
                if (!look.at(object)) {
                  throw new IllegalStateException("not seen: " + name);
                }
                cell.data++;
                whisper("seen");
              });
        });
  }

  private static <T> Arguments room(String name, Making<T> made, Change<T> read, Change<T> write) {
    return row(
        name,
        made,
        read,
        pipe -> {
          write.of(pipe);
          return true;
        });
  }

  /** Bytes from thread to thread. */
  private record Bytes(PipedInputStream in, PipedOutputStream out) {
    static Bytes make() throws IOException {
      PipedInputStream in = new PipedInputStream(4);
      return new Bytes(in, new PipedOutputStream(in));
    }

    static Bytes full() throws IOException {
      Bytes bytes = make();
      bytes.out.write(new byte[4]);
      return bytes;
    }

    void print(String text) {
      new PrintStream(out, true).print(text);
    }
  }

  private static Stream<Arguments> bytes() {
    return Stream.of(
        row("byte", Bytes::make, b -> b.out.write(1), b -> b.in.read() == 1),
        row("bytes", Bytes::make, b -> b.out.write(new byte[3]), b -> b.in.read(new byte[3]) == 3),
        row("bytes, a byte", Bytes::make, b -> b.out.write(new byte[3]), b -> b.in.read() == 0),
        row("available", Bytes::make, b -> b.out.write(1), b -> b.in.available() == 1),
        row("end of bytes", Bytes::make, b -> b.out.close(), b -> b.in.read() == -1),
        row(
            "end of bytes, some",
            Bytes::make,
            b -> b.out.close(),
            b -> b.in.read(new byte[3]) == -1),
        row(
            "closed by the reader",
            Bytes::make,
            b -> b.in.close(),
            b -> fails(() -> b.out.write(1))),
        room("room", Bytes::full, b -> b.in.read(), b -> b.out.write(1)),
        room("room for some", Bytes::full, b -> b.in.read(new byte[2]), b -> b.out.write(2)),
        row("printed", Bytes::make, b -> b.print("x"), b -> b.in.read() == 'x'),
        row(
            "printed, decoded",
            Bytes::make,
            b -> b.print("x"),
            b -> new InputStreamReader(b.in).read() == 'x'));
  }

  private static boolean fails(Programs.Step write) throws Exception {
    try {
      write.run();
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Characters from thread to thread. */
  private record Chars(PipedReader in, PipedWriter out) {
    static Chars make() throws IOException {
      PipedReader in = new PipedReader(4);
      return new Chars(in, new PipedWriter(in));
    }

    static Chars full() throws IOException {
      Chars chars = make();
      chars.out.write("abcd");
      return chars;
    }

    void print(String text) {
      PrintWriter printer = new PrintWriter(out);
      printer.print(text);
      printer.flush();
    }
  }

  private static Stream<Arguments> chars() {
    return Stream.of(
        row("char", Chars::make, c -> c.out.write('x'), c -> c.in.read() == 'x'),
        row("chars", Chars::make, c -> c.out.write("abc"), c -> c.in.read(new char[3]) == 3),
        row("chars, a char", Chars::make, c -> c.out.write("abc"), c -> c.in.read() == 'a'),
        row("ready", Chars::make, c -> c.out.write("a"), c -> c.in.ready()),
        row("end of chars", Chars::make, c -> c.out.close(), c -> c.in.read() == -1),
        row(
            "end of chars, some",
            Chars::make,
            c -> c.out.close(),
            c -> c.in.read(new char[3]) == -1),
        row("reader closed", Chars::make, c -> c.in.close(), c -> fails(() -> c.out.write(1))),
        row("reader closed, flush", Chars::make, c -> c.in.close(), c -> fails(c.out::flush)),
        room("room for a char", Chars::full, c -> c.in.read(), c -> c.out.write('x')),
        room("room for chars", Chars::full, c -> c.in.read(new char[2]), c -> c.out.write("ab")),
        row("printed chars", Chars::make, c -> c.print("x"), c -> c.in.read() == 'x'),
        row(
            "printed chars, buffered",
            Chars::make,
            c -> c.print("x\n"),
            c -> new BufferedReader(c.in).readLine().equals("x")));
  }

  private static Stream<Arguments> memory() {
    return Stream.of(
        row("StringWriter", StringWriter::new, w -> w.write('x'), w -> w.toString().equals("x")),
        row(
            "StringWriter, some chars",
            StringWriter::new,
            w -> w.write(new char[2], 0, 1),
            w -> w.toString().length() == 1),
        row(
            "StringWriter, text",
            StringWriter::new,
            w -> w.write("x"),
            w -> w.getBuffer().length() == 1),
        row(
            "StringWriter, part of a text",
            StringWriter::new,
            w -> w.write("xy", 0, 1),
            w -> w.toString().equals("x")),
        row(
            "StringWriter, printed",
            StringWriter::new,
            w -> new PrintWriter(w, true).print("x"),
            w -> w.toString().equals("x")));
  }

  /** A selector with a key, of a pipe. */
  private record Selecting(Selector selector, SelectionKey key) {
    static Selecting make() throws IOException {
      Selector selector = Selector.open();
      Pipe pipe = Pipe.open();
      pipe.source().configureBlocking(false);
      return new Selecting(selector, pipe.source().register(selector, SelectionKey.OP_READ));
    }

    /** Closes what is open; the result of what it is called with. */
    boolean close(boolean result) throws IOException {
      key.channel().close();
      selector.close();
      return result;
    }
  }

  private static Stream<Arguments> channels() {
    Object attached = new Object();
    return Stream.of(
        row("socket, closed", Socket::new, Socket::close, Socket::isClosed),
        row(
            "server socket, closed",
            () -> new ServerSocket(),
            ServerSocket::close,
            ServerSocket::isClosed),
        row(
            "selector, closed",
            Selecting::make,
            s -> s.selector.close(),
            s -> s.close(!s.selector.isOpen())),
        row("key, cancelled", Selecting::make, s -> s.key.cancel(), s -> s.close(!s.key.isValid())),
        row(
            "key, with an attachment",
            Selecting::make,
            s -> s.key.attach(attached),
            s -> s.close(s.key.attachment() == attached)),
        row(
            "selector, woken up",
            Selecting::make,
            s -> s.selector.wakeup(),
            s -> s.close(s.selector.select() == 0)),
        row(
            "channel, closed",
            Selecting::make,
            s -> s.key.channel().close(),
            s -> s.close(!s.key.channel().isOpen())));
  }

  private static Arguments logger(String name, Change<Logger> change, Look<Logger> look) {
    return row("logger: " + name, () -> Logger.getAnonymousLogger(), change, look);
  }

  private static Arguments handler(String name, Change<Handler> change, Look<Handler> look) {
    return row("handler: " + name, ConsoleHandler::new, change, look);
  }

  private static Stream<Arguments> loggers() {
    Filter filter = text -> true;
    Formatter formatter = new SimpleFormatter();
    ErrorManager errors = new ErrorManager();
    return Stream.of(
        logger("level", l -> l.setLevel(Level.FINE), l -> l.getLevel() == Level.FINE),
        logger("level asked for", l -> l.setLevel(Level.ALL), l -> l.isLoggable(Level.FINEST)),
        logger("filter", l -> l.setFilter(filter), l -> l.getFilter() == filter),
        handler("level", h -> h.setLevel(Level.FINE), h -> h.getLevel() == Level.FINE),
        handler("filter", h -> h.setFilter(filter), h -> h.getFilter() == filter),
        handler("formatter", h -> h.setFormatter(formatter), h -> h.getFormatter() == formatter),
        handler("errors", h -> h.setErrorManager(errors), h -> h.getErrorManager() == errors));
  }

  /** The texts of a logger publish when they are made. */
  private static Arguments made(String name, Change<Runnable> log) {
    return edge(
        "logger: " + name,
        () -> {
          AtomicInteger published = new AtomicInteger();
          handOver(
              () -> log.of(published::incrementAndGet), () -> untilTrue(() -> published.get() > 0));
        });
  }

  private static String run(Runnable code) {
    code.run();
    return "";
  }

  private static final Logger SILENT = Logger.getLogger("racedet.silent");

  private static Stream<Arguments> texts() {
    SILENT.setUseParentHandlers(false);
    return Stream.of(
        made("log", r -> SILENT.log(Level.SEVERE, () -> run(r))),
        made("log of a failure", r -> SILENT.log(Level.SEVERE, null, () -> run(r))),
        made("info", r -> SILENT.info(() -> run(r))));
  }

  private static final String PROPERTY = "racedet.test.property";

  private static Stream<Arguments> settings() {
    return Stream.of(
        row(
            "property, set",
            Object::new,
            x -> System.setProperty(PROPERTY, "v"),
            x -> System.getProperty(PROPERTY).equals("v")),
        row(
            "property, cleared",
            () -> System.setProperty(PROPERTY, "v"),
            x -> System.clearProperty(PROPERTY),
            x -> System.getProperty(PROPERTY, "w").equals("w")));
  }

  static Stream<Arguments> edges() {
    return Stream.of(bytes(), chars(), memory(), channels(), loggers(), texts(), settings())
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        row(
            "two loggers",
            () -> new Logger[] {Logger.getAnonymousLogger(), Logger.getAnonymousLogger()},
            l -> l[0].setLevel(Level.FINE),
            l -> l[1].getLevel() == null));
  }
}
