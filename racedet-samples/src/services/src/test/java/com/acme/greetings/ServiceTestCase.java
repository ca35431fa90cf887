package com.acme.greetings;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Starts a service before each test, and ends it afterwards. */
abstract class ServiceTestCase {
  final Greeter greeter = new Greeter();
  Service service;

  abstract Service open(Greeter greeter) throws Exception;

  @BeforeEach
  void open() throws Exception {
    service = open(greeter);
  }

  @AfterEach
  void close() throws Exception {
    service.close();
  }
}
