package io.racedet.junit.extension;

import io.racedet.junit.BodyThread;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.check.CheckResult;
import io.racedet.junit.settings.Options;
import io.racedet.junit.spi.TestInterceptor;
import io.racedet.junit.spi.Unchecked;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Repeats a checked test within its single test case.
 *
 * <p>In the run that the user started (the outer run), the lifecycle methods and the body of a
 * checked test are skipped. Instead, a separate launcher executes the same unique id once for each
 * repetition (an inner run). There, {@code @BeforeAll} and {@code @AfterAll} methods are skipped,
 * since they run in the outer run.
 */
public final class CheckedTestInterceptor implements TestInterceptor {
  private static final Namespace NAMESPACE = Namespace.create(CheckedTestInterceptor.class);

  /** The repetition that this instance is part of; empty in the outer run. */
  private final Optional<InnerRepetition> inner;

  /**
   * In an inner run, called during the auto-detection of extensions, so that it also intercepts the
   * class level.
   */
  public CheckedTestInterceptor() {
    inner = InnerLoader.repetitionOf(Thread.currentThread().getContextClassLoader());
  }

  @Override
  public void beforeEach(ExtensionContext context) throws InterruptedException {
    if (inner.isPresent()) {
      inner.get().beforeEach();
      return;
    }
    try {
      decide(context);
    } catch (IllegalArgumentException bad) {
      throw new ExtensionConfigurationException(bad.getMessage(), bad);
    }
  }

  private static void decide(ExtensionContext context) throws InterruptedException {
    Class<?> testClass = context.getRequiredTestClass();
    Turn turn = Turn.of(context);
    Optional<EarlyRecording> early = turn.early(testClass);
    early.ifPresent(it -> it.recorder.silenceEarly()); // what follows is not the test's
    TestAnnotations annotations = new TestAnnotations(context.getRequiredTestMethod(), testClass);
    Optional<CheckedTest> test =
        CheckedTest.of(annotations, context, early.map(it -> it.options))
            .filter(t -> t.options().enabled());
    Optional<String> ignored = annotations.ignored();
    if (ignored.isPresent()) {
      test.ifPresent(t -> t.ignore(context, ignored.get()));
      test = Optional.empty();
    }
    context.getStore(NAMESPACE).put(CheckedTest.class, test.orElse(null));
    if (test.filter(CheckedTest::isOuterRun).isPresent()) {
      OuterRun run = OuterRun.begin(test.get(), context, turn, early);
      context.getStore(NAMESPACE).put(OuterRun.class, run);
    } else if (early.isPresent()) {
      turn.dropEarly();
    }
  }

  /** In an outer run, ends the check of which it is the first repetition. */
  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    OuterRun run =
        inner.isPresent() ? null : context.getStore(NAMESPACE).get(OuterRun.class, OuterRun.class);
    if (run != null) {
      CheckResult result = run.end(context);
      // What the test itself has thrown is known already.
      tell(result, context, context.getExecutionException());
    }
  }

  /*
   * Not interceptTestMethod: a @Timeout applies to one run of the body, and would there apply
   * to all repetitions together.
   */
  @Override
  public void beforeTestExecution(ExtensionContext context) throws Exception {
    Optional<CheckedTest> test = repeated(context);
    if (test.isPresent()) {
      run(test.get(), context);
    }
  }

  private static void run(CheckedTest test, ExtensionContext context) throws InterruptedException {
    tell(inTurn(test, context), context, Optional.empty());
  }

  private static void tell(
      CheckResult result, ExtensionContext context, Optional<Throwable> known) {
    context.publishReportEntry(result.facts());
    result.warnings().forEach(warning -> context.publishReportEntry("racedet.warning", warning));
    Optional<Throwable> failure = result.failure();
    if (failure.isPresent() && failure.get() != known.orElse(null)) {
      Unchecked.rethrow(failure.get());
    }
  }

  private static CheckResult inTurn(CheckedTest test, ExtensionContext context)
      throws InterruptedException {
    Turn turn = Turn.of(context);
    turn.take(Optional.empty());
    try {
      return test.run(context);
    } finally {
      turn.release();
    }
  }

  /* Without those of which the outer run is the first repetition. */
  private Optional<CheckedTest> checked(ExtensionContext context) {
    return inner.isPresent()
        ? Optional.empty()
        : Optional.ofNullable(context.getStore(NAMESPACE).get(CheckedTest.class, CheckedTest.class))
            .filter(test -> !test.isOuterRun());
  }

  /* A test factory runs once, in the outer run; each test that it creates is repeated. */
  private Optional<CheckedTest> repeated(ExtensionContext context) {
    return checked(context).filter(test -> !test.isFactory());
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    skipIf(checked(context).isPresent(), invocation);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    skipIf(checked(context).isPresent(), invocation);
  }

  @Override
  public void interceptDynamicTest(
      Invocation<Void> invocation,
      DynamicTestInvocationContext dynamicTest,
      ExtensionContext context)
      throws Throwable {
    Optional<CheckedTest> test = checked(context);
    skipIf(test.isPresent(), invocation);
    if (test.isPresent()) {
      run(test.get(), context);
    }
  }

  @Override
  public void interceptBeforeEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    skipIf(repeated(context).isPresent(), invocation);
  }

  @Override
  public void interceptAfterEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    skipIf(repeated(context).isPresent(), invocation);
  }

  @Override
  public void interceptBeforeAllMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    skipIf(inner.isPresent(), invocation);
  }

  @Override
  public void interceptAfterAllMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    skipIf(inner.isPresent(), invocation);
  }

  @Override
  public <T> T interceptTestClassConstructor(
      Invocation<T> invocation,
      ReflectiveInvocationContext<Constructor<T>> constructor,
      ExtensionContext context)
      throws Throwable {
    if (inner.isEmpty()) {
      beginEarly(context);
      return invocation.proceed();
    }
    Optional<T> shared =
        inner.get().sharedInstance(constructor.getExecutable().getDeclaringClass());
    if (shared.isPresent()) {
      invocation.skip();
      return shared.get();
    }
    inner.get().begin();
    return invocation.proceed();
  }

  /* Which test it is of is known only later. */
  private static void beginEarly(ExtensionContext context) {
    boolean isForOneTest =
        context.getTestInstanceLifecycle().orElse(Lifecycle.PER_METHOD) == Lifecycle.PER_METHOD;
    try {
      if (isForOneTest && WholeSuite.isOn(context::getConfigurationParameter)) {
        Options options = CheckedTest.ofSuite(context);
        if (options.enabled() && options.thread() == BodyThread.SAME) {
          Turn.of(context).begin(options, context.getRequiredTestClass());
        }
      }
    } catch (IllegalArgumentException | NotCheckedError again) {
      return; // the test meets the same, and reports it
    }
  }

  private static void skipIf(boolean skip, Invocation<Void> invocation) throws Throwable {
    if (skip) {
      invocation.skip();
    } else {
      invocation.proceed();
    }
  }
}
