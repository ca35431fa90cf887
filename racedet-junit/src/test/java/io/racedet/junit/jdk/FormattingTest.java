package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.text.MessageFormat;
import java.util.Formattable;
import java.util.Formatter;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Text of concurrent collections, made while another thread puts elements into them. */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class FormattingTest extends JdkPrograms {
  private static final int ELEMENTS = 4;

  private final Map<Integer, Cell> map = new ConcurrentHashMap<>();
  private final Queue<Cell> queue = new LinkedBlockingQueue<>();
  private final Queue<Cell> deque = new ConcurrentLinkedDeque<>();
  private final Queue<Object> found = new LinkedBlockingQueue<>();
  private final CopyOnWriteArrayList<Cell> list = new CopyOnWriteArrayList<>();
  private final AtomicReference<Cell> reference = new AtomicReference<>();

  private void whileFilled(Step format) throws Exception {
    Thread filler =
        start(
            () -> {
              for (int i = 0; i < ELEMENTS; i++) {
                Cell cell = new Cell();
                cell.add();
                map.put(i, cell);
                queue.add(cell);
                deque.add(cell);
                list.add(cell);
                reference.set(cell);
              }
            });
    for (int i = 0; i < ELEMENTS; i++) {
      format.run();
    }
    join(filler);
  }

  @Test
  void concatenation() throws Exception {
    whileFilled(() -> found.add("a" + map + queue + deque + list + reference));
  }

  @Test
  void stringBuilder() throws Exception {
    whileFilled(
        () -> found.add(new StringBuilder().append(map).append(queue).append((Object) list)));
  }

  @Test
  void valueOf() throws Exception {
    whileFilled(
        () -> {
          found.add(String.valueOf(map) + String.valueOf(reference));
          found.add(Objects.toString(queue));
          found.add(String.join(",", deque.stream().map(Cell::toString).toList()));
        });
  }

  @Test
  void format_ofString() throws Exception {
    whileFilled(() -> found.add(String.format("%s %s %S %10s", map, queue, deque, reference)));
  }

  @Test
  void formatted() throws Exception {
    whileFilled(() -> found.add("%s %s".formatted(list, map)));
  }

  @Test
  void messageFormat() throws Exception {
    whileFilled(() -> found.add(MessageFormat.format("{0} {1} {2}", map, queue, reference)));
  }

  @Test
  void printStream() throws Exception {
    PrintStream out = new PrintStream(OutputStream.nullOutputStream());
    whileFilled(
        () -> {
          out.println(map);
          out.print(queue);
          out.printf("%s%n", deque);
          out.format("%s%n", list);
          out.println(reference);
        });
  }

  @Test
  void printWriter() throws Exception {
    PrintWriter out = new PrintWriter(Writer.nullWriter());
    whileFilled(
        () -> {
          out.println(map);
          out.print(queue);
          out.printf("%s%n", deque);
          out.println(list);
          out.println(reference);
        });
  }

  @Test
  void formattable() throws Exception {
    Formattable text = (formatter, flags, width, precision) -> formatter.format("%s", queue);
    whileFilled(() -> new Formatter().format("%s %s", text, map));
  }

  private static final class Texts extends Handler {
    private final Queue<Object> found;

    Texts(Queue<Object> found) {
      this.found = found;
      setFormatter(new SimpleFormatter());
    }

    @Override
    public void publish(LogRecord logged) {
      found.add(getFormatter().formatMessage(logged));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private Logger logger() {
    Logger logger = Logger.getAnonymousLogger();
    logger.setUseParentHandlers(false);
    logger.addHandler(new Texts(found));
    return logger;
  }

  @Test
  void logger_withParameters() throws Exception {
    Logger logger = logger();
    whileFilled(
        () -> {
          logger.log(Level.INFO, "{0}", map);
          logger.log(Level.INFO, "{0} {1}", new Object[] {queue, reference});
        });
  }

  @Test
  void logger_withSupplier() throws Exception {
    Logger logger = logger();
    whileFilled(
        () -> {
          logger.info(map::toString);
          logger.info(() -> "a" + queue);
        });
  }
}
