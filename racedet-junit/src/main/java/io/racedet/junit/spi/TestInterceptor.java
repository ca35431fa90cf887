package io.racedet.junit.spi;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.InvocationInterceptor;

/**
 * What JUnit calls around the tests of a checked class. Found as a service, so that the
 * annotations, which name their extension, do not depend on what it does.
 */
public interface TestInterceptor
    extends InvocationInterceptor, BeforeEachCallback, BeforeTestExecutionCallback {}
