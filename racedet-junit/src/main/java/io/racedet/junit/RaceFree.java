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
 * Fails a test when its execution contains a data race, or proves that another order of the same
 * events does.
 *
 * <p>The test is repeated under perturbed schedules with its full life cycle each time, recorded,
 * and analysed; it stays one test case in the report. Modifies {@code @Test},
 * {@code @ParameterizedTest}, {@code @RepeatedTest} and {@code @TestFactory}; on a class, all of
 * them there and in its {@code @Nested} classes; may be a meta-annotation. What is not set here is
 * taken from the annotation of the class, then of the enclosing classes, then from the JUnit
 * configuration parameter {@code racedet.<attribute>}, then from the default.
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
 *   <li>Only instrumented classes are seen, and only what the repetitions executed.
 *   <li>An atomicity bug without a data race (check-then-act on a concurrent map) needs an
 *       assertion.
 *   <li>{@code @BeforeAll} and {@code @AfterAll} run once and are not recorded; callbacks of other
 *       extensions around the class run for each repetition.
 *   <li>The test instance that JUnit makes for the test case itself is constructed but not used.
 *   <li>While the test runs, no other test of the same JVM does: it holds {@link Resources#GLOBAL}.
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
   * How often the test is run at most; the time limit may cut it short.
   *
   * @return at least 1; default 100
   */
  int repetitions() default UNSET;

  /**
   * The time for all repetitions of one test and their analysis. Two repetitions are always run;
   * after them the limit wins.
   *
   * @return for example {@code 500ms}, {@code 2s} or {@code 1m}; default {@code 2s}
   */
  String timeLimit() default "";

  /**
   * After which time a repetition counts as hung: it is abandoned, and the test fails.
   *
   * @return for example {@code 500ms}, {@code 10s} or {@code 1m}; default {@code 10s}
   */
  String hangAfter() default "";

  /**
   * The schedules through which the repetitions rotate.
   *
   * @return one or more; default all
   */
  Schedule[] schedule() default {};

  /**
   * The seed from which the seed of each repetition is derived.
   *
   * @return any value but {@link #UNSET}; default a fresh one, shown in failures
   */
  long seed() default UNSET;

  /**
   * The names of the engines that analyse each repetition.
   *
   * @return one or more; default {@code fasttrack} and {@code pwr-ee-l}
   */
  String[] engines() default {};

  /**
   * How well a race must be proved to fail the test; those below are a warning in the report.
   *
   * @return the least grade; default {@link FailOn#WITNESSED}
   */
  FailOn failOn() default FailOn.DEFAULT;

  /**
   * The packages (with their sub-packages), classes or {@code group:artifact}s whose data accesses
   * are recorded.
   *
   * @return one or more; default the classes of the project under test, that is those loaded from
   *     directories, and the package of the test class
   */
  String[] instrument() default {};

  /**
   * The packages (with their sub-packages), classes or {@code group:artifact}s whose data accesses
   * are not recorded although {@link #instrument()} names them. Their synchronisation still is.
   *
   * @return any number; default none
   */
  String[] exclude() default {};

  /**
   * How many events one repetition may record; more of them fail the test as truncated.
   *
   * @return at least 1; default 4,000,000
   */
  long maxEvents() default UNSET;

  /**
   * The thread on which each repetition runs.
   *
   * @return the thread; default {@link BodyThread#OWN}
   */
  BodyThread thread() default BodyThread.DEFAULT;

  /**
   * The file of the races that are accepted: one a line, with a reason. They do not fail the test.
   *
   * @return a file, from the folder in which the tests run; default {@code racedet-baseline.txt}.
   *     The configuration parameter {@code racedet.baseline} may also be {@code write} or {@code
   *     write:FILE}, which has the races that are found added to the file
   */
  String baseline() default "";

  /**
   * The folder of the report files and recorded traces.
   *
   * @return a folder, from the one in which the tests run; default {@code target/racedet}, under
   *     Gradle {@code build/racedet}
   */
  String output() default "";

  /**
   * Whether the test is checked at all. The configuration parameter {@code racedet.enabled} can
   * switch it off too; a test that is off runs once, as any other test.
   *
   * @return false to switch it off
   */
  boolean enabled() default true;
}
