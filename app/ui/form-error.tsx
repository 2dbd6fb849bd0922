type Problem = { message: string; names: string[] } | null

/**
 * What is wrong with a form as a whole, read out when it comes. Below the sentence each field that needs another look, as a
 * way to it. The region stands in the page from the start, empty.
 */
export function FormError({ problem, labels }: { problem: Problem; labels: Record<string, string> }) {
  const known = problem?.names.filter((name) => labels[name]) ?? []
  return (
    <div role="alert" className="form-problem-region">
      {problem && (
        <div className="form-problem">
          <p>{problem.message}</p>
          {known.length > 1 && (
            <ul>
              {known.map((name) => (
                <li key={name}>
                  <a className="link" href={`#${name}`}>
                    {labels[name]}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  )
}
