package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.calling;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.DataOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.Writer;
import java.lang.invoke.MethodType;
import java.net.Authenticator;
import java.net.PasswordAuthentication;
import java.util.ListResourceBundle;
import java.util.ResourceBundle;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.MemoryHandler;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Locks of the JDK under which it calls code of the program, which counts in a cell. */
class LentLocksEdgesTest extends EdgesTestCase {
  private static final class Output extends OutputStream {
    private Cell cell;

    Output(Cell cell) {
      this.cell = cell;
    }

    @Override
    public void write(int b) {
      cell.data++;
    }

    @Override
    public void flush() {
      cell.data++;
    }
  }

  private static final class Input extends InputStream {
    private Cell cell;

    Input(Cell cell) {
      this.cell = cell;
    }

    @Override
    public int read() {
      return 1 + cell.data++;
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
      bytes[from] = (byte) read();
      return 1;
    }
  }

  private static final class Text extends Writer {
    private Cell cell;

    Text(Cell cell) {
      this.cell = cell;
    }

    @Override
    public void write(char[] chars, int from, int length) {
      cell.data++;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static final class Chars extends Reader {
    private Cell cell;

    Chars(Cell cell) {
      this.cell = cell;
    }

    @Override
    public int read(char[] chars, int from, int length) {
      chars[from] = (char) (1 + cell.data++);
      return 1;
    }

    @Override
    public void close() {}
  }

  private static final class Plugins extends ClassLoader {
    private Cell cell;

    Plugins(Cell cell) {
      super(null);
      this.cell = cell;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      cell.data++;
      throw new ClassNotFoundException(name);
    }

    void miss() {
      try {
        loadClass("no.such.Class");
        Programs.check(false);
      } catch (ClassNotFoundException wanted) {
        /* There is none. */
      }
    }
  }

  private static final class Counter extends Handler {
    private Cell cell;

    Counter(Cell cell) {
      this.cell = cell;
    }

    @Override
    public void publish(LogRecord logged) {
      cell.data++;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** Two threads make a call that counts, one after the other. */
  private static Arguments counting(String name, Function<Cell, Step> call) {
    return edge(
        name,
        () -> {
          Step step = call.apply(new Cell());
          inParallel(
              () -> {
                step.run();
                whisper("second");
                hear("end");
              },
              () -> {
                hear("second");
                step.run();
                whisper("end");
              });
        });
  }

  /**
   * Two threads make such calls, and count in another cell after the first, and after the second.
   */
  private static Arguments besides(String name, Function<Cell, Step> call) {
    return edge(
        name + ", and afterwards",
        () -> {
          Cell beside = new Cell();
          Step step = call.apply(new Cell());
          inParallel(
              () -> {
                step.run();
                beside.data = 1;
                whisper("second");
                hear("end");
              },
              () -> {
                hear("second");
                step.run();
                beside.data++;
                whisper("end");
              });
        });
  }

  /** Calls as a library would, so that it is not an unknown call, which would be ordered. */
  private static Step library(Object object, String method, MethodType type, Object... arguments) {
    Runnable call = calling(object.getClass(), method, type, with(object, arguments));
    return call::run;
  }

  private static Object[] with(Object object, Object... arguments) {
    return Stream.concat(Stream.of(object), Stream.of(arguments)).toArray();
  }

  private static final MethodType RUN = MethodType.methodType(void.class);
  private static final MethodType READ = MethodType.methodType(int.class);
  private static final MethodType WRITE = MethodType.methodType(void.class, int.class);
  private static final MethodType TEXT = MethodType.methodType(void.class, String.class);

  private static Step printing(Cell cell) {
    PrintStream out = new PrintStream(new Output(cell));
    return () -> out.println("x");
  }

  private static Step writing(Cell cell) {
    Writer out = new Text(cell);
    return () -> out.write("x");
  }

  private static Step loading(Cell cell) {
    Plugins plugins = new Plugins(cell);
    return plugins::miss;
  }

  private static Step flushing(Cell cell) {
    Handler handler = new StreamHandler(new Output(cell), new SimpleFormatter());
    return handler::flush;
  }

  private static Step pushing(Cell cell) {
    MemoryHandler handler = new MemoryHandler(new Counter(cell), 4, Level.OFF);
    return () -> {
      handler.publish(new LogRecord(Level.INFO, "x"));
      handler.push();
    };
  }

  private static Step asking(Cell cell) {
    Authenticator authenticator =
        new Authenticator() {
          @Override
          protected PasswordAuthentication getPasswordAuthentication() {
            cell.data++;
            return null;
          }
        };
    return () ->
        Authenticator.requestPasswordAuthentication(
            authenticator,
            "host",
            null,
            1,
            "http",
            "prompt",
            "basic",
            null,
            Authenticator.RequestorType.SERVER);
  }

  private static Step preferring(Cell cell) {
    ForgetfulPreferences preferences = new ForgetfulPreferences(null, "", () -> cell.data++);
    MethodType put = MethodType.methodType(void.class, String.class, String.class);
    return library(preferences, "put", put, "key", "value");
  }

  /** Makes the text of the exception under the lock of the stream. */
  private static Step tracing(Cell cell) {
    PrintStream out = new PrintStream(OutputStream.nullOutputStream());
    return () -> counted(cell).printStackTrace(out);
  }

  @SuppressWarnings("serial")
  private static Exception counted(Cell cell) {
    return new Exception() {
      @Override
      public String toString() {
        return "x" + cell.data++;
      }
    };
  }

  /** Its contents are made by the first who asks, and handed over to the others. */
  private static Step looking(Cell cell) {
    ResourceBundle bundle =
        new ListResourceBundle() {
          @Override
          protected Object[][] getContents() {
            cell.data++;
            return new Object[][] {{"key", cell}};
          }
        };
    return () -> Programs.check(((Cell) bundle.getObject("key")).data == 1);
  }

  /** What is to be the cause is asked for its text, as there is one already. */
  private static Step causing(Cell cell) {
    Exception caused = new Exception("caused", null);
    Exception cause = counted(cell);
    return () -> Programs.refuse(caused, cause);
  }

  static Stream<Arguments> edges() {
    return Stream.of(
        counting("PrintStream", LentLocksEdgesTest::printing),
        counting(
            "PrintWriter",
            cell -> {
              PrintWriter out = new PrintWriter(new Text(cell));
              return () -> out.println("x");
            }),
        counting("Writer", LentLocksEdgesTest::writing),
        counting(
            "Reader",
            cell -> {
              Reader in = new Chars(cell);
              return () -> in.skip(1);
            }),
        counting(
            "BufferedWriter",
            cell -> library(new BufferedWriter(new Text(cell), 1), "write", TEXT, "xy")),
        counting(
            "BufferedReader",
            cell -> library(new BufferedReader(new Chars(cell), 1), "read", READ)),
        counting(
            "LineNumberReader",
            cell -> library(new LineNumberReader(new Chars(cell), 1), "read", READ)),
        counting(
            "PushbackReader", cell -> library(new PushbackReader(new Chars(cell)), "read", READ)),
        counting(
            "BufferedInputStream",
            cell -> library(new BufferedInputStream(new Input(cell), 1), "read", READ)),
        counting(
            "BufferedOutputStream",
            cell -> library(new BufferedOutputStream(new Output(cell)), "flush", RUN)),
        counting(
            "DataOutputStream",
            cell -> library(new DataOutputStream(new Output(cell)), "write", WRITE, 1)),
        counting(
            "OutputStreamWriter",
            cell -> library(new OutputStreamWriter(new Output(cell)), "flush", RUN)),
        counting(
            "InputStreamReader",
            cell -> library(new InputStreamReader(new Input(cell)), "read", READ)),
        counting("Throwable", LentLocksEdgesTest::tracing),
        counting("ClassLoader", LentLocksEdgesTest::loading),
        counting("AbstractPreferences", LentLocksEdgesTest::preferring),
        counting("ListResourceBundle", LentLocksEdgesTest::looking),
        counting("StreamHandler", LentLocksEdgesTest::flushing),
        counting("MemoryHandler", LentLocksEdgesTest::pushing),
        counting("Authenticator", LentLocksEdgesTest::asking),
        counting("Throwable, causes", LentLocksEdgesTest::causing));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        besides("PrintStream", LentLocksEdgesTest::printing),
        besides("Writer", LentLocksEdgesTest::writing),
        besides("Throwable", LentLocksEdgesTest::tracing),
        besides("ClassLoader", LentLocksEdgesTest::loading),
        besides("AbstractPreferences", LentLocksEdgesTest::preferring),
        besides("StreamHandler", LentLocksEdgesTest::flushing),
        besides("MemoryHandler", LentLocksEdgesTest::pushing),
        besides("Authenticator", LentLocksEdgesTest::asking),
        besides(
            "a stream into nothing",
            cell -> {
              PrintStream out = new PrintStream(OutputStream.nullOutputStream());
              return () -> out.println("x");
            }),
        counting(
            "two streams above one",
            cell -> {
              Output below = new Output(cell);
              ThreadLocal<PrintStream> mine = ThreadLocal.withInitial(() -> new PrintStream(below));
              return () -> mine.get().println("x");
            }),
        counting(
            "text that is made before the lock is acquired",
            cell -> {
              PrintStream out = new PrintStream(OutputStream.nullOutputStream());
              Object text =
                  new Object() {
                    @Override
                    public String toString() {
                      return "x" + cell.data++;
                    }
                  };
              return () -> out.print(text);
            }));
  }
}
