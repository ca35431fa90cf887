package io.racedet.junit.spi;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.InvocationInterceptor;

/**
 * The JUnit callbacks for the tests of a checked class. Looked up as a service, so that the
 * annotations, which name their extension, do not depend on its implementation.
 */
public interface TestInterceptor
    extends InvocationInterceptor,
        BeforeEachCallback,
        BeforeTestExecutionCallback,
        AfterEachCallback {}
