package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Source;
import io.racedet.junit.agent.model.Programs.Step;
import java.net.ProxySelector;
import java.util.Locale;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.junit.jupiter.params.provider.Arguments;

/** State that the JDK guards with a lock or a volatile field, and that threads can ask for. */
class StateEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(exceptions(), settings(), compression(), pools()).flatMap(rows -> rows);
  }

  private static Arguments asked(String name, Step change, Source<Boolean> isChanged) {
    return edge(name, () -> handOver(change, () -> untilTrue(isChanged)));
  }

  private static Stream<Arguments> exceptions() {
    Exception suppressing = new Exception("suppressing");
    Exception caused = new Exception("caused");
    Exception traced = new Exception("traced");
    Exception both = new Exception("both");
    return Stream.of(
        asked(
            "addSuppressed, then getSuppressed",
            () -> suppressing.addSuppressed(new Error()),
            () -> suppressing.getSuppressed().length == 1),
        asked(
            "initCause, then getCause",
            () -> caused.initCause(new Error()),
            () -> caused.getCause() != null),
        asked(
            "setStackTrace, then getStackTrace",
            () -> traced.setStackTrace(new StackTraceElement[0]),
            () -> traced.getStackTrace().length == 0),
        edgeUnlessAlone(
            "addSuppressed by two threads",
            () -> Programs.both(() -> both.addSuppressed(new Error()))));
  }

  /** The first thread writes after its call, and lives on until the second one has read. */
  private static void refuseTwice() {
    Exception caused = new Exception("caused", null);
    Cell cell = new Cell();
    Programs.inParallel(
        () -> {
          Programs.refuse(caused, null);
          cell.data = 1;
          whisper("written");
          hear("read");
        },
        () -> {
          hear("written");
          Programs.refuse(caused, null);
          cell.data++;
          whisper("read");
        });
  }

  /** A setting of the whole program, which has its old value afterwards. */
  private static Arguments setting(
      String name, Step change, Source<Boolean> isChanged, Step restore) {
    return edge(
        name,
        () -> {
          try {
            handOver(change, () -> untilTrue(isChanged));
          } finally {
            restore.run();
          }
        });
  }

  private static Stream<Arguments> settings() {
    Locale locale = Locale.getDefault();
    Locale otherLocale = Locale.forLanguageTag("tlh");
    Step restore = () -> Locale.setDefault(locale);
    TimeZone zone = TimeZone.getDefault();
    ProxySelector proxies = ProxySelector.getDefault();
    ProxySelector otherProxies = ProxySelector.of(null);
    Runtime runtime = Runtime.getRuntime();
    Thread hook = new Thread(() -> {});
    Logger logger = Logger.getAnonymousLogger();
    return Stream.of(
        setting(
            "default locale",
            () -> Locale.setDefault(otherLocale),
            () -> Locale.getDefault() == otherLocale,
            restore),
        setting(
            "locale of formats",
            () -> Locale.setDefault(Locale.Category.FORMAT, otherLocale),
            () -> Locale.getDefault(Locale.Category.FORMAT) == otherLocale,
            restore),
        setting(
            "locale of displays",
            () -> Locale.setDefault(Locale.Category.DISPLAY, otherLocale),
            () -> Locale.getDefault(Locale.Category.DISPLAY) == otherLocale,
            restore),
        setting(
            "default time zone",
            () -> TimeZone.setDefault(new SimpleTimeZone(7, "seven")),
            () -> TimeZone.getDefault().getID().equals("seven"),
            () -> TimeZone.setDefault(zone)),
        setting(
            "default proxies",
            () -> ProxySelector.setDefault(otherProxies),
            () -> ProxySelector.getDefault() == otherProxies,
            () -> ProxySelector.setDefault(proxies)),
        asked(
            "addShutdownHook, then removeShutdownHook",
            () -> runtime.addShutdownHook(hook),
            () -> runtime.removeShutdownHook(hook)),
        edge(
            "removeShutdownHook, then the same in vain",
            () -> {
              runtime.addShutdownHook(hook);
              inTurn(
                  () -> check(runtime.removeShutdownHook(hook)),
                  () -> check(!runtime.removeShutdownHook(hook)));
            }),
        asked(
            "setUseParentHandlers",
            () -> logger.setUseParentHandlers(false),
            () -> !logger.getUseParentHandlers()));
  }

  private static Stream<Arguments> compression() {
    Deflater deflater = new Deflater();
    return Stream.of(
        asked(
            "Deflater.finished",
            () -> {
              deflater.setInput(new byte[1]);
              deflater.finish();
              deflater.deflate(new byte[64]);
            },
            deflater::finished));
  }

  private static Stream<Arguments> pools() {
    return Stream.of(
        edge(
            "helpQuiesce of a worker",
            () -> {
              ForkJoinPool pool = new ForkJoinPool(2);
              Cell cell = new Cell();
              pool.submit(
                      () -> {
                        task(() -> {
                              whisper("stolen");
                              cell.data++;
                            })
                            .fork();
                        hear("stolen");
                        ForkJoinTask.helpQuiesce();
                        cell.data++;
                      })
                  .get();
              pool.shutdown();
            }),
        edge("helpQuiesce after another helper", StateEdgesTest::helpedByAnother),
        edgeUnlessAlone(
            "helpQuiesce of a caller",
            () -> {
              Cell cell = new Cell();
              ForkJoinPool.commonPool()
                  .execute(
                      () -> {
                        whisper("running");
                        cell.data++;
                      });
              hear("running");
              ForkJoinTask.helpQuiesce();
              cell.data++;
            }),
        edge(
            "getDelay of the next run",
            () -> {
              ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
              Cell cell = new Cell();
              ScheduledFuture<?> task =
                  pool.scheduleWithFixedDelay(() -> cell.data++, 0, 1, TimeUnit.HOURS);
              untilTrue(() -> task.getDelay(TimeUnit.MINUTES) > 30);
              cell.data++;
              pool.shutdownNow();
            }));
  }

  private static ForkJoinTask<?> task(Runnable code) {
    return ForkJoinTask.adapt(code);
  }

  /** A worker that helps runs the task of another one, and goes on helping. */
  private static void helpedByAnother() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(2);
    Cell cell = new Cell();
    ForkJoinTask<?> first =
        pool.submit(
            () -> {
              whisper("first runs");
              hear("second runs");
              task(() -> {
                    cell.data++;
                    whisper("done");
                  })
                  .fork();
              hear("done");
              ForkJoinTask.helpQuiesce();
              cell.data++;
            });
    hear("first runs");
    pool.execute(
        () -> {
          whisper("second runs");
          ForkJoinTask.helpQuiesce();
        });
    first.get();
    pool.shutdown();
  }

  /** While the workers are busy, one caller runs a task; another one finds the pool quiescent. */
  private static void helpedByCaller() {
    ForkJoinPool pool = ForkJoinPool.commonPool();
    Cell cell = new Cell();
    int workers = pool.getParallelism();
    for (int i = 0; i < workers; i++) {
      String worker = "worker " + i;
      pool.execute(
          () -> {
            whisper(worker + " is busy");
            hear(worker + " is free");
          });
      hear(worker + " is busy");
    }
    Programs.inParallel(
        () -> {
          pool.execute(
              () -> {
                cell.data = 1;
                whisper("helped");
              });
          ForkJoinTask.helpQuiesce();
          hear("looked");
        },
        () -> {
          hear("helped");
          for (int i = 0; i < workers; i++) {
            whisper("worker " + i + " is free");
          }
          ForkJoinTask.helpQuiesce();
          cell.data++;
          whisper("looked");
        });
  }

  static Stream<Arguments> noEdges() {
    Exception one = new Exception("one");
    Exception other = new Exception("other");
    Thread hook = new Thread(() -> {});
    Thread otherHook = new Thread(() -> {});
    return Stream.of(
        edge(
            "exceptions of two threads",
            () ->
                inTurn(
                    () -> one.addSuppressed(new Error()), () -> check(other.getCause() == null))),
        edge("task run by another helping caller", StateEdgesTest::helpedByCaller),
        edge("data written after initCause in vain", StateEdgesTest::refuseTwice),
        edge(
            "default locale, asked for twice",
            () -> inTurn(Locale::getDefault, Locale::getDefault)),
        edge(
            "default time zone, asked for twice",
            () -> inTurn(TimeZone::getDefault, TimeZone::getDefault)),
        edge(
            "two shutdown hooks",
            () -> {
              Runtime runtime = Runtime.getRuntime();
              inTurn(() -> runtime.addShutdownHook(hook), () -> runtime.addShutdownHook(otherHook));
              check(runtime.removeShutdownHook(hook) && runtime.removeShutdownHook(otherHook));
            }),
        edge(
            "two deflaters",
            () -> {
              Deflater deflater = new Deflater();
              inTurn(deflater::finish, () -> check(!new Deflater().finished()));
            }));
  }
}
