/**
 * The first example of the README, line by line. It fails by design, so it is left out of the
 * build; a test runs it and compares.
 */
package com.acme;
