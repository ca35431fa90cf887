package io.racedet.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Fails a test if its execution contains a data race, or if another order of the same events
 * provably does.
 *
 * <p>The test is repeated under perturbed schedules, each time with its full lifecycle, and each
 * repetition is recorded and analysed; JUnit still reports one test case. Applies to {@code @Test},
 * {@code @ParameterizedTest}, {@code @RepeatedTest} and {@code @TestFactory} methods; on a class,
 * to all such methods of the class and of its {@code @Nested} classes. May be used as a
 * meta-annotation. An attribute that is not set is taken from the annotation of the class, then
 * from those of the enclosing classes, then from the JUnit configuration parameter {@code
 * racedet.<attribute>}, then from the default.
 *
 * <pre>{@code
 * @Test
 * @RaceFree
 * void transfersAreSafe() throws InterruptedException {
 *   Account account = new Account();
 *   RaceCheck.inParallel(() -> account.deposit(1), () -> account.deposit(1));
 * }
 * }</pre>
 *
 * <p>Limits:
 *
 * <ol>
 *   <li>Only accesses by instrumented classes are seen, and only those that the repetitions
 *       executed.
 *   <li>An atomicity violation without a data race, such as check-then-act on a concurrent map, is
 *       not found; it needs an assertion.
 *   <li>{@code @BeforeAll} and {@code @AfterAll} methods run once and are not recorded; class-level
 *       callbacks of other extensions run for each repetition.
 *   <li>JUnit also creates a test instance for the test case itself, which is not used.
 *   <li>While the test runs, no other test runs in the same JVM: it locks {@link Resources#GLOBAL}.
 * </ol>
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@Tag("racefree")
@ExtendWith(RacedetExtension.class)
@ResourceLock(Resources.GLOBAL)
public @interface RaceFree {
  /** The value of an attribute of type {@code int} or {@code long} that is not set. */
  int UNSET = Integer.MIN_VALUE;

  /**
   * The maximum number of repetitions; {@link #timeLimit()} may end the test earlier.
   *
   * @return at least 1; default 100
   */
  int repetitions() default UNSET;

  /**
   * The time limit for all repetitions of one test and their analysis. The first repetition does
   * not count, because classes are loaded, instrumented and compiled in it. The first ten
   * repetitions together get twice the limit, and so does confirming or reproducing what they
   * found. At least two repetitions are always made.
   *
   * @return for example {@code 500ms}, {@code 2s} or {@code 1m}; default {@code 2s}
   */
  String timeLimit() default "";

  /**
   * The time without progress after which a repetition counts as hung: it is abandoned, and the
   * test fails. While threads compute, their processor time counts. While they record something, or
   * classes are loaded, a fifth of either counts. A deadlock, and threads that all wait for each
   * other, are detected earlier.
   *
   * @return for example {@code 500ms}, {@code 10s} or {@code 1m}; default {@code 10s}
   */
  String hangAfter() default "";

  /**
   * Whether a thread that dies of an exception fails the test, even if the test itself passes and
   * does not notice. Not counted are threads with their own handler for such exceptions, virtual
   * threads, threads that the test did not start, and any thread if the body runs on {@link
   * BodyThread#SAME}. The configuration parameter {@code racedet.threadFailures} can also switch
   * this off.
   *
   * @return false to ignore such threads
   */
  boolean threadFailures() default true;

  /**
   * Whether a deadlock fails the test. Threads that could wait for each other's locks are a
   * deadlock even if they did not wait, provided that it is at least as well proved as {@link
   * #failOn()} says. The configuration parameter {@code racedet.deadlocks} can also switch this
   * off.
   *
   * @return false not to search for them; a repetition that really hangs fails the test
   *     nevertheless
   */
  boolean deadlocks() default true;

  /**
   * The schedules through which the repetitions rotate.
   *
   * @return one or more; default all
   */
  Schedule[] schedule() default {};

  /**
   * The seed from which the seed of each repetition is derived.
   *
   * @return any value but {@link #UNSET}; default a random one, which failure messages show
   */
  long seed() default UNSET;

  /**
   * The names of the engines that analyse each repetition.
   *
   * @return one or more; default {@code fasttrack} and {@code pwr-ee-l}
   */
  String[] engines() default {};

  /**
   * How strong the evidence for a race must be for it to fail the test; races of lower grades are
   * reported as warnings.
   *
   * @return the lowest grade that fails the test; default {@link FailOn#WITNESSED}
   */
  FailOn failOn() default FailOn.DEFAULT;

  /**
   * The packages (with their sub-packages), classes or {@code group:artifact}s whose data accesses
   * are recorded.
   *
   * @return one or more; default the classes of the project under test, that is, those loaded from
   *     directories, and the package of the test class
   */
  String[] instrument() default {};

  /**
   * The packages (with their sub-packages), classes or {@code group:artifact}s whose data accesses
   * are not recorded even if {@link #instrument()} includes them. Their synchronisation is still
   * recorded.
   *
   * @return any number; default none
   */
  String[] exclude() default {};

  /**
   * The maximum number of events in the recording of one repetition. A longer recording is
   * truncated, which fails the test.
   *
   * @return at least 1; default no limit
   */
  long maxEvents() default UNSET;

  /**
   * How much of a recording may wait in memory for its analysis. When half of it is waiting, the
   * analysis begins while the test runs. When all of it is waiting, the threads of the test wait as
   * well.
   *
   * @return mebibytes, at least 1; default 256
   */
  long memory() default UNSET;

  /**
   * The maximum size of the file that holds the details of races in a long recording. It is in the
   * folder {@link #output()}, and is deleted after each repetition. Races beyond the end of the
   * file are reported without details.
   *
   * @return mebibytes, at least 1; default 4096
   */
  long spill() default UNSET;

  /**
   * The thread on which each repetition runs.
   *
   * @return the thread; default {@link BodyThread#OWN}
   */
  BodyThread thread() default BodyThread.DEFAULT;

  /**
   * The file that lists accepted races and deadlocks, one per line, each with a reason. They do not
   * fail the test.
   *
   * @return a path, relative to the working directory of the tests; default {@code
   *     racedet-baseline.txt}. The configuration parameter {@code racedet.baseline} may also be
   *     {@code write} or {@code write:FILE}, which adds what is found to the file
   */
  String baseline() default "";

  /**
   * The directory of the report files and recorded traces.
   *
   * @return a path, relative to the working directory of the tests; default {@code target/racedet},
   *     under Gradle {@code build/racedet}
   */
  String output() default "";

  /**
   * Whether the test is checked at all. The configuration parameter {@code racedet.enabled} can
   * also disable the check; the test then runs once, like any other test.
   *
   * @return false to disable the check
   */
  boolean enabled() default true;
}
