package com.acme.greetings;

/** A running server, and a client that asks it. */
interface Service extends AutoCloseable {
  /** Asks, and waits for the answer. For many threads. */
  String ask(String question) throws Exception;
}
