package io.racedet.junit.agent.starts.subjects;

/** Is a thread. */
public class Heir extends Thread {}
